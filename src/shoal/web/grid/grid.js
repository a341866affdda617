// A table of any length: only the records that are seen are there, and only few are in memory.
import { Columns, join, leave, Pages, Place, step, tell } from "shoal-grid";

const [LINE, NUMBER, SPARE] = [30, 88, 4]; // pixels of a line, of the record numbers; lines beyond
const [QUIET, SETTLED] = [50, 160]; // milliseconds until pages are asked for, until the bar fits
let made = 0;

export default {
  template: `
<div class="grid-box">
  <div v-if="filterable" class="grid-bar">
    <form class="grid-form grow" @submit.prevent="find" role="search">
      <label :for="id + '-filter'">Filter</label>
      <input :id="id + '-filter'" v-model="query" type="search" class="grow" spellcheck="false" autocomplete="off"
        maxlength="2000" :placeholder="example" :aria-invalid="!!problem" @search="query || find()">
      <button type="submit">Find</button>
    </form>
    <form class="grid-form" @submit.prevent="jump(wanted)">
      <label :for="id + '-jump'">{{ found ? "Go to found record" : "Go to record" }}</label>
      <input :id="id + '-jump'" v-model.number="wanted" type="number" min="1" :max="records || 1" class="short">
      <button type="submit">Go</button>
    </form>
  </div>
  <div v-if="problem" class="box problem" role="alert">{{ problem }}</div>
  <div class="grid-count quiet small" role="status">{{ counted }}</div>
  <div ref="frame" class="grid" role="grid" tabindex="0" :aria-label="label" :aria-rowcount="records + 1"
    :aria-colcount="names.length + 1" :aria-busy="busy" :aria-activedescendant="activeId"
    :style="{ height: height }" @scroll.passive="scrolled" @keydown="pressed">
    <div class="grid-all" role="presentation" :style="{ width: wide + 'px', height: tall + HEAD + 'px' }">
      <div class="grid-head" role="rowgroup" :style="{ height: HEAD + 'px' }">
        <div role="row" aria-rowindex="1" class="grid-line head" :style="{ height: HEAD + 'px' }">
          <div role="columnheader" aria-colindex="1" class="grid-number" :style="{ width: NUMBER + 'px' }">record</div>
          <div v-for="at in shown" :key="at" role="columnheader" :aria-colindex="at + 2" class="grid-cell"
            :class="roleClass(at)" :style="box(at)" :title="names[at]" @click="$emit('column', names[at])">
            <span class="grid-name">{{ names[at] }}</span>
            <span v-if="hasRoles" class="grid-role">{{ roles[names[at]] || "not released" }}</span>
            <span class="grid-grip" aria-hidden="true" @pointerdown.stop.prevent="grip($event, at)" @click.stop></span>
          </div>
        </div>
      </div>
      <div class="grid-body" role="rowgroup" :style="{ top: HEAD + 'px' }">
        <div v-for="one in lines" :key="one.at" role="row" :aria-rowindex="one.at + 2" class="grid-line"
          :class="[one.mark, { odd: one.at % 2, active: one.at === active.record }]"
          :style="{ transform: 'translateY(' + (one.at * LINE - top) + 'px)', height: LINE + 'px' }">
          <div role="rowheader" aria-colindex="1" class="grid-number" :style="{ width: NUMBER + 'px' }">{{ one.number }}</div>
          <div v-for="at in shown" :key="at" role="gridcell" :id="id + '-' + one.at + '-' + at" :aria-colindex="at + 2"
            class="grid-cell" :class="{ active: one.at === active.record && at === active.column, missing: one.values && one.values[at] === null, changed: one.changed?.includes(at) }"
            :style="box(at)" :title="one.values?.[at]" @click="select(one.at, at)">{{ text(one, at) }}</div>
        </div>
      </div>
    </div>
  </div>
</div>`,
  props: {
    source: String, label: String, roles: Object, link: String, filterable: Boolean, height: String, example: String,
  },
  data: () => ({
    id: `grid-${++made}`, LINE, NUMBER, names: [], records: 0, all: 0, top: 0, left: 0, view: 0, across: 0,
    version: 0, query: "", found: "", problem: "", wanted: "", busy: true, active: { record: 0, column: 0 },
  }),
  computed: {
    hasRoles() {
      return Object.keys(this.roles ?? {}).length > 0;
    },
    HEAD() {
      return this.hasRoles ? 52 : 34;
    },
    wide() {
      return NUMBER + (this.version, this.columns?.wide ?? 0);
    },
    tall() {
      return this.records, this.version, this.place?.tall ?? 0;
    },
    shown() {
      return this.version, this.columns?.seen(this.left - 200, this.left + this.across + 200) ?? [];
    },
    lines() {
      if (!this.place || this.version < 0) return [];
      const [first, last] = this.window();
      return Array.from({ length: Math.max(0, last - first) }, (_, by) => this.lineAt(first + by));
    },
    counted() {
      if (this.busy && !this.names.length) return "Loading records …";
      const n = this.records.toLocaleString("en-US");
      if (!this.found) return `${n} records, ${this.names.length.toLocaleString("en-US")} columns`;
      return `${n} of ${this.all.toLocaleString("en-US")} records found`;
    },
    activeId() {
      const here = this.lines.some((one) => one.at === this.active.record) && this.shown.includes(this.active.column);
      return here ? `${this.id}-${this.active.record}-${this.active.column}` : null;
    },
  },
  created() {
    this.place = new Place(LINE);
    this.pages = new Pages(this.source, (problem) => this.arrived(problem));
  },
  mounted() {
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(this.$refs.frame);
    this.$refs.frame.addEventListener("wheel", this.wheeled, { passive: false });
    if (this.link) join(this.link, this);
    this.load();
  },
  beforeUnmount() {
    this.sizes.disconnect();
    this.pages.stop();
    leave(this.link, this);
    clearTimeout(this.quiet);
    clearTimeout(this.settled);
  },
  watch: {
    source() {
      this.pages.source = this.source;
      this.query = "";
      this.load();
    },
    HEAD() {
      this.$nextTick(() => this.resized());
    },
  },
  methods: {
    async load(query = "") {
      this.busy = true;
      const before = [this.pages, this.found];
      this.pages = new Pages(this.source, (problem) => this.arrived(problem));
      this.pages.query = query;
      try {
        const page = await this.pages.begin();
        this.problem = "";
        this.begin(page, query);
      } catch (error) {
        [this.pages, this.found] = before; // what was shown stays
        this.problem = error.message;
      }
      this.busy = false;
    },
    begin(page, query) {
      this.found = query;
      if (!query) this.all = page.records;
      if (page.columns.join("\n") !== this.names.join("\n")) {
        this.columns = new Columns(page.columns, page.lines, this.roles ?? {});
        this.names = page.columns;
      }
      this.records = this.place.records = page.records;
      this.active = { record: 0, column: Math.min(this.active.column, page.columns.length - 1) };
      this.version++;
      this.$nextTick(() => this.go(0));
    },
    arrived(problem) {
      if (problem) this.problem = problem;
      this.version++;
      this.busy = this.pages.wanted.length > 0;
    },
    window() {
      const [first, last] = (this.top, this.view, this.version, this.place.seen);
      return [Math.max(0, first - SPARE), Math.min(this.records, last + SPARE)];
    },
    lineAt(at) {
      return { at, number: (at + 1).toLocaleString("en-US"), ...this.numbered(this.pages.record(at)) };
    },
    numbered(record) {
      return record && { ...record, number: record.number.toLocaleString("en-US") };
    },
    text(one, at) {
      if (!one.values) return "…";
      return one.values[at] === null ? "missing" : one.values[at];
    },
    box(at) {
      return { left: `${NUMBER + this.columns.lefts[at]}px`, width: `${this.columns.widths[at]}px` };
    },
    roleClass(at) {
      return this.hasRoles ? `role-${this.roles[this.names[at]] || "none"}` : "";
    },
    resized() {
      const frame = this.$refs.frame;
      this.place.view = this.view = Math.max(0, frame.clientHeight - this.HEAD);
      this.across = frame.clientWidth;
      this.version++;
      this.ask();
    },
    scrolled() {
      const frame = this.$refs.frame;
      if (frame.scrollTop === this.place.bar && frame.scrollLeft === this.left) return;
      this.left = frame.scrollLeft;
      if (frame.scrollTop !== this.place.bar) this.place.moved(frame.scrollTop);
      this.moved();
    },
    wheeled(event) {
      if (!this.place.isScaled || event.ctrlKey || event.shiftKey || !event.deltaY) return;
      const by = event.deltaY * [1, LINE, this.view][event.deltaMode];
      if (this.place.within(this.place.top + by) === this.place.top) return; // the page scrolls
      event.preventDefault();
      this.go(this.place.top + by, this.left + event.deltaX);
    },
    // Another place, and the bar where it belongs.
    go(top, left = this.left, follows = false) {
      this.place.go(top);
      const frame = this.$refs.frame;
      if (!frame) return;
      [frame.scrollTop, frame.scrollLeft] = [this.place.fitting, left];
      [this.place.bar, this.left] = [frame.scrollTop, frame.scrollLeft];
      this.moved(follows);
    },
    moved(follows = false) {
      this.top = this.place.top;
      if (this.link && !follows) tell(this.link, this, { top: this.top, left: this.left, record: this.active.record });
      this.ask();
      clearTimeout(this.settled);
      if (this.place.isScaled) this.settled = setTimeout(() => this.settle(), SETTLED);
    },
    settle() {
      this.$refs.frame.scrollTop = this.place.fitting;
      this.place.bar = this.$refs.frame.scrollTop;
    },
    follow({ top, left, record }) {
      this.active = { ...this.active, record };
      this.go(top, left, true);
    },
    ask() {
      clearTimeout(this.quiet);
      this.quiet = setTimeout(() => {
        this.pages.want(...this.window());
        this.busy = this.pages.wanted.length > 0;
      }, QUIET);
    },
    find() {
      this.load(this.query.trim());
    },
    jump(number) {
      if (!this.records) return;
      const record = Math.min(Math.max(1, Math.round(number) || 1), this.records) - 1;
      this.select(record, this.active.column);
      this.go(record * LINE);
    },
    // Ctrl-C copies the cell, unless a person has marked a text.
    copied(event) {
      if (event.key !== "c" || !(event.ctrlKey || event.metaKey) || String(getSelection())) return false;
      const found = this.pages.record(this.active.record)?.values[this.active.column];
      navigator.clipboard?.writeText(found ?? "").catch(() => {}); // where it is forbidden
      return true;
    },
    pressed(event) {
      if (this.copied(event)) return;
      const page = Math.max(1, Math.floor(this.view / LINE) - 1);
      const to = step(event, this.active, { records: this.records, columns: this.names.length, page });
      if (!to) return;
      event.preventDefault();
      this.select(to.record, to.column);
    },
    select(record, column) {
      this.active = { record, column };
      const [top, left, wide] = [record * LINE, this.columns.lefts[column], this.columns.widths[column]];
      const low = Math.max(Math.min(this.top, top), top + LINE - this.view);
      const across = Math.max(1, this.across - NUMBER);
      this.go(low, Math.max(Math.min(this.left, left), left + Math.min(wide, across) - across));
    },
    grip(event, at) {
      const [from, wide] = [event.clientX, this.columns.widths[at]];
      const move = (now) => {
        this.columns.resize(at, wide + now.clientX - from);
        this.version++;
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
    },
    refresh() {
      return this.load(this.found);
    },
    filter(query) {
      this.query = query;
      return this.load(query);
    },
  },
};
