export { findCategory, flattenCategories } from "./lib/app-categories.ts";
export type { CategoryPlace } from "./lib/app-categories.ts";
