export { check } from "./check.ts";
export { openSecrets } from "./secrets/fresh-secrets.ts";
export { logSecrets } from "./log-secrets.ts";
export { superviseCommand } from "./watch-command.ts";
