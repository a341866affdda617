// A chart that follows the theme of the page; ECharts as NiceGUI bundles it.
import { echarts } from "nicegui-echart";

const COLORS = {
  light: ["#0b6e75", "#c2571a", "#5b4fa8", "#2f7d32", "#a8326b", "#6b6f00", "#1f5fa8"],
  dark: ["#4fc3c9", "#f0a06a", "#b3a7f5", "#85cf88", "#f08fbb", "#d6d95a", "#85b8f5"],
};

function theme(dark) {
  const text = dark ? "#e6ebee" : "#1d2a30";
  const quiet = dark ? "#aab6bd" : "#4c5a61";
  const line = dark ? "#3b474e" : "#d3dade";
  const axis = {
    axisLine: { lineStyle: { color: quiet } },
    axisTick: { lineStyle: { color: quiet } },
    axisLabel: { color: quiet },
    nameTextStyle: { color: quiet },
    splitLine: { lineStyle: { color: line } },
    splitArea: { show: false },
  };
  return {
    color: COLORS[dark ? "dark" : "light"],
    darkMode: dark, // or labels outside of marks get a light edge
    backgroundColor: "transparent",
    textStyle: { fontFamily: "inherit", color: text },
    title: { textStyle: { color: text } },
    legend: { textStyle: { color: text }, pageTextStyle: { color: text } },
    tooltip: {
      backgroundColor: dark ? "#22303a" : "#ffffff",
      borderColor: line,
      textStyle: { color: text },
      confine: true,
    },
    visualMap: { textStyle: { color: text } },
    categoryAxis: axis, valueAxis: axis, logAxis: axis, timeAxis: axis,
  };
}

export default {
  template: "<div></div>",
  props: { options: Object, renderer: String, enable3d: Boolean, theme: String },
  async mounted() {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.chart = echarts.init(this.$el, theme(this.isDark()), { renderer: "svg" });
    this.$el.shoalChart = this.chart; // for tests
    this.chart.on("click", (e) =>
      this.$emit("point", {
        name: e.name, value: e.value, seriesName: e.seriesName, seriesIndex: e.seriesIndex,
        dataIndex: e.dataIndex, data: e.data,
      }));
    this.sizes = new ResizeObserver(() => this.chart.resize());
    this.sizes.observe(this.$el);
    this.themes = new MutationObserver(() => this.chart.setTheme(theme(this.isDark())));
    this.themes.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    this.update_chart();
  },
  beforeUnmount() {
    this.sizes?.disconnect();
    this.themes?.disconnect();
    this.chart?.dispose();
  },
  methods: {
    isDark() {
      return document.body.classList.contains("body--dark");
    },
    update_chart() {
      if (!this.chart) return;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      this.chart.setOption({ animation: !still, ...this.options }, { notMerge: true });
    },
    run_chart_method(name, ...args) {
      return this.chart?.[name](...args);
    },
  },
};
