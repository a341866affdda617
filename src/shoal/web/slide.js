// A slider as browsers have it; tells each move, and is moved from outside by a new `set`.
export default {
  template: `<input type="range" class="slide" :min="min" :max="max" :step="step" :value="now"
    :aria-label="label" :aria-valuetext="String(now)" @input="moved">`,
  props: { min: Number, max: Number, step: Number, set: Array, label: String },
  emits: ["move"],
  data() {
    return { now: this.set[0] };
  },
  watch: {
    set([value]) {
      this.now = value;
    },
  },
  methods: {
    moved(event) {
      this.now = Number(event.target.value);
      this.$emit("move", this.now);
    },
  },
};
