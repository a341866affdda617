// One line for each column of a table: what it is, what was suggested and why, how it is spread.
const MORE = 40; // columns at once
const ROLES = ["identifier", "quasi-identifier", "sensitive", "insensitive", "undecided"];

export default {
  template: `
<div class="columns-box">
  <div class="columns-bar">
    <label>Find a column <input v-model="text" type="search" autocomplete="off"></label>
    <label>With role <select v-model="only">
      <option value="all">any</option><option v-for="one in ROLES" :value="one">{{ one }}</option><option value="">not released</option>
    </select></label>
    <span class="quiet small" role="status">{{ shown.length.toLocaleString("en-US") }} of {{ columns.length.toLocaleString("en-US") }} columns{{ said ? ". " + said : "" }}</span>
  </div>
  <div class="columns-bar">
    <label class="check"><input type="checkbox" :checked="allChosen" @change="chooseAll($event.target.checked)"> Select all shown</label>
    <label>Role of the {{ chosen.size }} selected <select v-model="bulk">
      <option v-for="one in ROLES" :value="one">{{ one }}</option><option value="">not released</option>
    </select></label>
    <button type="button" class="plain-button" :disabled="!chosen.size" @click="$emit('role', { names: [...chosen], role: bulk })">Set for selected</button>
  </div>
  <ul class="columns-list" aria-label="Columns">
    <li v-for="one in shown.slice(0, most)" :key="one.name" :data-column="one.name" class="column-line" :class="'role-' + (one.role || 'none')">
      <div class="column-name">
        <label class="check"><input type="checkbox" :aria-label="'Select ' + one.name" :checked="chosen.has(one.name)" @change="choose(one.name, $event.target.checked)">
        <span class="strong">{{ one.name }}</span></label>
        <span v-if="!one.there" class="warn small">not in this table</span>
        <span v-if="one.role === 'undecided'" class="warn small">please decide</span>
      </div>
      <label class="column-field"><span class="quiet small">Role</span>
        <select :aria-label="'Role of ' + one.name" :value="one.role" @change="role(one, $event)">
          <option v-for="each in ROLES" :value="each">{{ each }}</option><option value="">not released</option>
        </select></label>
      <label class="column-field"><span class="quiet small">Type</span>
        <select :aria-label="'Type of ' + one.name" :value="one.type" :disabled="!one.role" @change="type(one, $event)">
          <option v-for="each in types" :value="each">{{ each }}</option>
        </select></label>
      <div class="column-facts small">
        <template v-if="one.facts">
          <span>{{ count(one.facts.distinct) }} distinct <span class="quiet">{{ one.facts.distinct_share }}</span></span>
          <span>{{ count(one.facts.missing) }} missing <span class="quiet">{{ one.facts.missing_share }}</span></span>
          <span v-if="shapes[one.name]?.bars">{{ shapes[one.name].alone }} <span class="quiet">alone</span></span>
        </template>
      </div>
      <div class="column-shape">
        <svg v-if="shapes[one.name]?.bars?.length" viewBox="0 0 100 30" preserveAspectRatio="none" role="img" :aria-label="describe(one.name)">
          <rect v-for="(bar, at) in shapes[one.name].bars" :key="at" :x="at * 100 / shapes[one.name].bars.length + 0.4"
            :width="100 / shapes[one.name].bars.length - 0.8" :y="30 - high(one.name, bar[1])" :height="high(one.name, bar[1])"><title>{{ bar[0] }}: {{ count(bar[1]) }}</title></rect>
        </svg>
        <span v-else class="quiet small">{{ shapes[one.name] ? "no values" : one.there ? "…" : "" }}</span>
      </div>
      <div class="column-why small">
        <template v-if="one.suggested">
          <span v-if="one.suggested.role === 'undecided'" class="quiet">No suggestion: {{ one.suggested.reason }}</span>
          <span v-else-if="one.suggested.role === one.role" class="quiet"><span aria-hidden="true">✓</span> as suggested: {{ one.suggested.reason }}</span>
          <template v-else><span>Suggested: <strong>{{ one.suggested.role || "not released" }}</strong>{{ one.suggested.certain ? "" : ", a guess" }}. {{ sentence(one.suggested.reason) }}</span>
            <button type="button" class="plain-button small" :aria-label="'Accept the suggestion for ' + one.name" @click="$emit('role', { names: [one.name], role: one.suggested.role })">Accept</button></template>
        </template>
        <span v-if="one.looks && one.role && one.looks !== one.type" class="quiet">Its values look like the type {{ one.looks }}.</span>
        <span v-for="told in one.warnings" class="warn"><span aria-hidden="true">⚠</span> {{ told }}</span>
      </div>
    </li>
  </ul>
  <button v-if="shown.length > most" type="button" class="plain-button" @click="most += MORE">Show {{ Math.min(MORE, shown.length - most) }} more columns</button>
  <div v-if="!shown.length" class="empty">No column has this name and role.</div>
</div>`,
  props: { columns: Array, types: Array, said: String },
  data: () => ({ ROLES, MORE, most: MORE, text: "", only: "all", bulk: "quasi-identifier", chosen: new Set(), shapes: {} }),
  computed: {
    shown() {
      const text = this.text.trim().toLowerCase();
      return this.columns.filter((one) => one.name.toLowerCase().includes(text) && (this.only === "all" || one.role === this.only));
    },
    allChosen() {
      return this.shown.length > 0 && this.shown.every((one) => this.chosen.has(one.name));
    },
  },
  mounted() {
    this.known = new Set();
    this.seen = new IntersectionObserver((found) => this.ask(found.filter((one) => one.isIntersecting)), { rootMargin: "1200px" });
    this.watchLines();
  },
  updated() {
    this.watchLines();
  },
  beforeUnmount() {
    this.seen.disconnect();
  },
  methods: {
    count: (number) => (number ?? 0).toLocaleString("en-US"),
    sentence: (text) => `${text[0].toUpperCase()}${text.slice(1)}.`,
    watchLines() {
      for (const line of this.$el.querySelectorAll("[data-column]")) this.seen.observe(line);
    },
    // Only what is looked at is counted.
    ask(found) {
      const names = found.map((one) => one.target.dataset.column).filter((name) => !this.known.has(name));
      for (const one of found) this.seen.unobserve(one.target);
      for (const name of names) this.known.add(name);
      if (names.length) this.$emit("seen", names);
    },
    show(name, shape) {
      this.shapes[name] = shape;
    },
    high(name, records) {
      const most = Math.max(1, ...this.shapes[name].bars.map((bar) => bar[1]));
      return records ? Math.max(0.8, (29 * records) / most) : 0;
    },
    describe(name) {
      const { kind, bars, others } = this.shapes[name];
      const most = bars.reduce((best, bar) => (bar[1] > best[1] ? bar : best));
      const rest = others ? `, and rarer ones in ${this.count(others)} records` : "";
      const what = kind === "numbers" ? `${bars.length} ranges from ${bars[0][0].split(" to ")[0]} to ${bars.at(-1)[0].split(" to ")[1]}` : `${bars.length} values${rest}`;
      return `How ${name} is spread: ${what}. Most frequent: ${most[0]}, ${this.count(most[1])} records.`;
    },
    choose(name, is) {
      is ? this.chosen.add(name) : this.chosen.delete(name);
    },
    chooseAll(is) {
      for (const one of this.shown) this.choose(one.name, is);
    },
    // The server says what holds from now on; until then, nothing has changed.
    role(one, event) {
      const role = event.target.value;
      event.target.value = one.role;
      this.$emit("role", { names: [one.name], role });
    },
    type(one, event) {
      const type = event.target.value;
      event.target.value = one.type;
      this.$emit("type", { name: one.name, type });
    },
  },
};
