export { RotationError } from "./lib/errors.ts";
export type { RotationStep } from "./lib/errors.ts";
export { generateSecret } from "./lib/rotation/generate-secret.ts";
export type { SecretRecipe } from "./lib/rotation/generate-secret.ts";
export { rotateSecret } from "./lib/rotation/rotate-secret.ts";
export { rotateSecrets } from "./lib/rotation/rotate-secrets.ts";
export type { RotateManyOptions } from "./lib/rotation/rotate-secrets.ts";
export type { RotateOptions, RotationClient, RotationLock, RotationReport, RotationValues } from "./lib/rotation/rotation-options.ts";
