// A folder with a configuration is no part of the tests that need only Node.
export { default } from "../../../core/test/postgres/vitest.config.ts";
