// A Hasse diagram: zoom with the buttons or Ctrl and wheel, move by dragging, walk with arrow keys.
const EDGE = 40;

export default {
  template: `
<div class="lattice">
  <div class="lattice-tools">
    <button type="button" aria-label="Larger" @click="zoom(0.7)">+</button>
    <button type="button" aria-label="Smaller" @click="zoom(1.4)">−</button>
    <button type="button" @click="fit">All</button>
    <button type="button" @click="near">Near</button>
    <span class="quiet small">Drag to move · Ctrl and wheel to zoom · arrow keys to walk</span>
  </div>
  <svg ref="svg" role="group" aria-label="Candidates as a lattice, coarser ones higher" :viewBox="box.join(' ')"
       preserveAspectRatio="xMidYMid meet" @wheel="wheel" @pointerdown="grab" @pointermove="drag"
       @pointerup="drop" @pointercancel="drop" @keydown="walk">
    <path class="links" :d="plain" />
    <path class="links close" :d="close" />
    <g v-for="(node, at) in nodes" :key="node[2]" role="button" :tabindex="at === focus ? 0 : -1"
       :aria-label="node[4]" :aria-pressed="node[2] === chosen" :data-levels="node[2]"
       :class="['node', node[3], { chosen: node[2] === chosen }]"
       :transform="'translate(' + node[0] + ',' + node[1] + ')'"
       @click="choose(at)" @focus="focus = at" @mouseenter="over = at" @mouseleave="over = -1">
      <path :d="shape(node[3])" />
      <circle v-if="node[2] === chosen" class="ring" r="15" />
      <text v-if="detailed" y="20" :style="{ fontSize: letters }">{{ node[2].replaceAll(',', '') }}</text>
    </g>
  </svg>
  <div class="lattice-told" aria-hidden="true">{{ told }}</div>
</div>`,
  props: { nodes: Array, links: Array, chosen: String, words: Object },
  emits: ["choose"],
  data() {
    return { box: [0, 0, 100, 100], focus: 0, over: -1, held: null, moved: false, drawn: "" };
  },
  computed: {
    place() {
      return this.nodes.findIndex((node) => node[2] === this.chosen);
    },
    plain() {
      return this.path(this.links);
    },
    close() {
      return this.path(this.links.filter((pair) => pair.includes(this.place)));
    },
    detailed() {
      return this.box[2] < 760;
    },
    letters() {
      const long = (this.nodes[0]?.[2] ?? "").replaceAll(",", "").length;
      return Math.min(8, 52 / Math.max(1, long)) + "px";
    },
    told() {
      const node = this.nodes[this.over >= 0 ? this.over : this.place];
      return node ? node[4] : "";
    },
  },
  watch: {
    nodes() {
      const now = this.nodes.map((node) => node[2]).join(";");
      if (now === this.drawn) return;
      this.drawn = now;
      this.focus = Math.max(0, this.place);
      this.start();
    },
  },
  mounted() {
    this.drawn = this.nodes.map((node) => node[2]).join(";");
    this.start();
    this.sizes = new ResizeObserver(() => this.start());
    this.sizes.observe(this.$refs.svg);
  },
  beforeUnmount() {
    this.sizes?.disconnect();
  },
  methods: {
    start() {
      const wide = this.$refs.svg?.clientWidth ?? 0;
      if (wide && wide < 600 && this.nodes.length > 40) this.near();
      else this.fit();
    },
    fit() {
      if (!this.nodes.length) return;
      const x = this.nodes.map((node) => node[0]), y = this.nodes.map((node) => node[1]);
      const left = Math.min(...x) - EDGE, top = Math.min(...y) - EDGE;
      this.box = [left, top, Math.max(...x) - left + EDGE, Math.max(...y) - top + EDGE];
    },
    near() {
      const node = this.nodes[Math.max(0, this.place)];
      const ratio = (this.$refs.svg?.clientHeight || 300) / (this.$refs.svg?.clientWidth || 400);
      if (node) this.box = [node[0] - 210, node[1] - 210 * ratio, 420, 420 * ratio];
    },
    zoom(by, x, y) {
      const [left, top, wide, high] = this.box;
      const size = Math.min(20000, Math.max(120, wide * by)) / wide;
      const cx = x ?? left + wide / 2, cy = y ?? top + high / 2;
      this.box = [cx - (cx - left) * size, cy - (cy - top) * size, wide * size, high * size];
    },
    spot(event) {
      const matrix = this.$refs.svg.getScreenCTM().inverse();
      return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    },
    wheel(event) {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = this.spot(event);
      this.zoom(event.deltaY > 0 ? 1.15 : 0.87, at.x, at.y);
    },
    grab(event) {
      this.held = { at: this.spot(event), id: event.pointerId };
      this.moved = false;
    },
    drag(event) {
      if (!this.held || this.held.id !== event.pointerId) return;
      const now = this.spot(event);
      const dx = this.held.at.x - now.x, dy = this.held.at.y - now.y;
      if (!this.moved && Math.hypot(dx, dy) < this.box[2] / 150) return;
      this.moved = true;
      this.box = [this.box[0] + dx, this.box[1] + dy, this.box[2], this.box[3]];
    },
    drop() {
      this.held = null;
    },
    choose(at) {
      if (!this.moved) this.$emit("choose", this.nodes[at][2]);
      this.moved = false;
    },
    walk(event) {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.moved = false;
        this.choose(this.focus);
        return;
      }
      const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
      const way = ways[event.key];
      if (!way) return;
      event.preventDefault();
      const next = this.toward(way);
      if (next < 0) return;
      this.focus = next;
      this.$nextTick(() => this.$refs.svg.querySelector('.node[tabindex="0"]')?.focus({ preventScroll: true }));
    },
    toward([dx, dy]) {
      const [x, y] = this.nodes[this.focus];
      let best = -1, least = Infinity;
      this.nodes.forEach(([a, b], at) => {
        const along = (a - x) * dx + (b - y) * dy;
        if (at === this.focus || along <= 0.5) return;
        const cost = along + 2.5 * Math.abs((a - x) * dy + (b - y) * dx);
        if (cost < least) [best, least] = [at, cost];
      });
      return best;
    },
    path(pairs) {
      return pairs.map(([low, high]) => {
        const a = this.nodes[low], b = this.nodes[high];
        return a && b ? `M${a[0]} ${a[1]}L${b[0]} ${b[1]}` : "";
      }).join("");
    },
    shape(state) {
      if (state === "best") return "M0-13 3.8-4.6 13-4 5.9 2 8.2 11 0 6 -8.2 11 -5.9 2 -13-4 -3.8-4.6Z";
      if (state === "holds") return "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z";
      if (state === "fails") return "M-8-8H8V8H-8ZM-8-8L8 8M8-8L-8 8";
      return "M0-10L10 0L0 10L-10 0Z";
    },
  },
};
