// A slider as browsers have it; tells each move and where it comes to rest, and is moved from outside by a new `set`.
export default {
  template: `<input type="range" class="slide" :min="min" :max="max" :step="step" :value="now"
    :aria-label="label" :aria-valuetext="String(now)" @input="moved" @change="rested">`,
  props: { min: Number, max: Number, step: Number, set: Array, label: String },
  emits: ["move", "rest"],
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
    rested() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.$emit("rest", this.now), 200);
    },
  },
};
