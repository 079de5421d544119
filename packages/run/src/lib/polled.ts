export { check } from "./check.ts";
export { openSecrets } from "./fresh-secrets.ts";
export { logSecrets } from "./log-secrets.ts";
export { superviseCommand } from "./watch-command.ts";
