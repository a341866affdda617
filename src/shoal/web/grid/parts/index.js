// What a grid is made of.
export { Columns } from "./columns.js";
export { join, leave, tell } from "./links.js";
export { step } from "./keys.js";
export { Pages } from "./pages.js";
export { Place } from "./place.js";
