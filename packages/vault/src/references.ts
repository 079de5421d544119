export type { ReferenceClient } from "./lib/references/reference-places.ts";
export { resolveSecret, resolveSecrets } from "./lib/references/resolve-secrets.ts";
export type { ResolveOptions } from "./lib/references/resolve-secrets.ts";
export { parseSecretReference, secretReference } from "./lib/references/secret-reference.ts";
export type { ReferenceOptions, SecretLocation } from "./lib/references/secret-reference.ts";
export { parseTemplate } from "./lib/references/secret-template.ts";
export type { SecretTemplate } from "./lib/references/secret-template.ts";
