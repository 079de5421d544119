export type { ReferenceClient } from "./lib/reference-places.ts";
export { resolveSecret, resolveSecrets } from "./lib/resolve-secrets.ts";
export type { ResolveOptions } from "./lib/resolve-secrets.ts";
export { parseSecretReference, secretReference } from "./lib/secret-reference.ts";
export type { ReferenceOptions, SecretLocation } from "./lib/secret-reference.ts";
export { parseTemplate } from "./lib/secret-template.ts";
export type { SecretTemplate } from "./lib/secret-template.ts";
