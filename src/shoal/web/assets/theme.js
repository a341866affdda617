// Light, dark, or as the computer says; remembered in this browser only.
"use strict";

globalThis.shoalTheme = {
  get() {
    return localStorage.getItem("shoal-theme") ?? "auto";
  },
  isDark() {
    const chosen = this.get();
    return chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  },
  apply() {
    const dark = this.isDark();
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    globalThis.Quasar?.Dark.set(dark);
    document.body?.classList.toggle("body--dark", dark);
    document.body?.classList.toggle("body--light", !dark);
  },
  next() {
    localStorage.setItem("shoal-theme", this.isDark() ? "light" : "dark");
    this.apply();
  },
};
shoalTheme.apply();
addEventListener("DOMContentLoaded", () => shoalTheme.apply());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => shoalTheme.apply());
