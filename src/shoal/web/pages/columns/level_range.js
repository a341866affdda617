// Two sliders over the levels of a hierarchy: the lowest and the highest that may be used.
export default {
  template: `
    <div class="levels-range" :style="{ '--many': names.length }">
      <label v-for="(end, i) in ['Lowest level', 'Highest level']">
        <span class="quiet small">{{ end }}: <b class="strong">{{ names[at[i]] }}</b></span>
        <input type="range" min="0" :max="names.length - 1" step="1" :value="at[i]" :aria-label="end"
          :aria-valuetext="names[at[i]]" @input="moved(i, +$event.target.value)" @change="told">
      </label>
      <ol aria-hidden="true"><li v-for="(name, i) in names" :class="{ used: i >= at[0] && i <= at[1] }">{{ name }}</li></ol>
    </div>`,
  props: { names: Array, low: Number, high: Number },
  data() {
    return { at: [this.low, this.high] };
  },
  methods: {
    moved(i, value) {
      this.at[i] = value;
      this.at[1 - i] = i ? Math.min(this.at[0], value) : Math.max(this.at[1], value);
    },
    told() {
      this.$emit("levels", { low: this.at[0], high: this.at[1] });
    },
  },
};
