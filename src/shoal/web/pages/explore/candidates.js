// Candidates as a list or as tiles; only those in sight are loaded.
const ROW = 40;

export default {
  template: `
<div>
  <div v-if="!tiles" class="candidates scroll" ref="scroller" tabindex="0" role="region"
       aria-label="Candidates" @scroll.passive="scrolled">
    <table class="plain" :aria-rowcount="total">
      <thead><tr>
        <th scope="col">#</th><th scope="col">State</th><th scope="col">Loss</th><th scope="col">Suppressed</th>
        <th scope="col">Smallest class</th>
        <th scope="col" class="level" v-for="name in columns" :key="name">{{ name }}</th>
      </tr></thead>
      <tbody>
        <tr v-if="first" aria-hidden="true" :style="{ height: first * row + 'px' }"><td :colspan="columns.length + 5"></td></tr>
        <tr v-for="(one, at) in rows" :key="one.id" :class="{ chosen: one.id === chosen }"
            :aria-rowindex="first + at + 1" @click="$emit('choose', one.id)">
          <td><button type="button" class="plain-button" :aria-label="'Look at ' + one.name" :aria-pressed="one.id === chosen"
              @click.stop="$emit('choose', one.id)">{{ (first + at + 1).toLocaleString('en') }}</button></td>
          <td><span :class="['shape', one.state]" aria-hidden="true"></span> {{ one.words }}</td>
          <td class="number">{{ one.loss }}</td><td class="number">{{ one.suppressed }}</td><td class="number">{{ one.smallest }}</td>
          <td class="number" v-for="(level, place) in one.levels" :key="place">{{ level }}</td>
        </tr>
        <tr v-if="left > 0" aria-hidden="true" :style="{ height: left * row + 'px' }"><td :colspan="columns.length + 5"></td></tr>
      </tbody>
    </table>
  </div>
  <ul v-else class="tiles" aria-label="Candidates as tiles">
    <li v-for="(one, at) in rows" :key="one.id">
      <button type="button" :class="['tile', one.state, { chosen: one.id === chosen }]" :aria-pressed="one.id === chosen"
              :style="{ '--share': one.share }" :title="one.name" @click="$emit('choose', one.id)">
        <span class="strong">{{ one.loss }}</span><span class="small">{{ one.words }}</span>
        <span class="mono small">{{ one.levels.join(' ') }}</span>
      </button>
    </li>
  </ul>
</div>`,
  props: { columns: Array, rows: Array, first: Number, total: Number, chosen: String, tiles: Boolean },
  emits: ["choose", "window"],
  data: () => ({ row: ROW, wanted: 0 }),
  computed: {
    left() {
      return this.total - this.first - this.rows.length;
    },
  },
  watch: {
    first(now) {
      if (now === 0 && this.wanted !== 0 && this.$refs.scroller) this.$refs.scroller.scrollTop = 0;
      this.wanted = now;
    },
  },
  methods: {
    scrolled() {
      const box = this.$refs.scroller;
      const top = Math.floor(box.scrollTop / ROW), seen = Math.ceil(box.clientHeight / ROW);
      const last = this.first + this.rows.length;
      if ((top >= this.first && top + seen <= last) || (top >= this.first && last >= this.total)) return;
      this.wanted = Math.max(0, top - 15);
      clearTimeout(this.later);
      this.later = setTimeout(() => this.$emit("window", this.wanted), 60);
    },
  },
};
