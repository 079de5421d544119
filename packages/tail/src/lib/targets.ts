import type { SecretName } from "./secrets.ts";

/** What the command knows about a target with an address, without its code. */
interface RemoteTarget {
  /** What addresses begin with, and how they look. */
  readonly schemes: readonly string[];
  readonly form: string;
  /** The end of an address after its host. Absent: any. */
  readonly rest?: RegExp;
  /** Whether an address can have a user name. */
  readonly hasUser?: boolean;
  /** Its credentials, and the variables that its own programs use. */
  readonly secrets: readonly SecretName[];
  readonly variables?: readonly string[];
}

/** The targets with an address, by their kinds. */
export const REMOTE_TARGETS = {
  postgres: {
    schemes: ["postgres:", "postgresql:"],
    form: "postgres://HOST/DATABASE",
    hasUser: true,
    secrets: ["PASSWORD"],
    variables: ["PGPASSWORD"],
  },
  http: { schemes: ["https:", "http:"], form: "https://HOST/PATH", secrets: ["TOKEN", "SIGNING_SECRET"] },
  nats: {
    schemes: ["nats:", "tls:"],
    form: "nats://HOST/SUBJECT",
    rest: /^\/[\w-]+(\.[\w-]+)*$/,
    hasUser: true,
    secrets: ["PASSWORD", "TOKEN", "CREDENTIALS"],
  },
  s3: {
    schemes: ["s3:"],
    form: "s3://BUCKET/PREFIX",
    rest: /^(\/[\w.:=-]+)*\/?$/,
    secrets: [],
    variables: ["AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"],
  },
  elasticsearch: {
    schemes: ["elasticsearch+https:", "elasticsearch+http:"],
    form: "elasticsearch+https://HOST/INDEX",
    rest: /^(\/[^/?#]+)+$/,
    hasUser: true,
    secrets: ["PASSWORD", "API_KEY"],
  },
  splunk: { schemes: ["splunk+https:", "splunk+http:"], form: "splunk+https://HOST", rest: /^[^?#]*$/, secrets: ["TOKEN"] },
  otlp: { schemes: ["otlp+https:", "otlp+http:"], form: "otlp+https://HOST", secrets: ["TOKEN"], variables: ["OTEL_EXPORTER_OTLP_HEADERS"] },
} as const satisfies { readonly [kind: string]: RemoteTarget };

/** The kind of a target with an address. */
export type RemoteKind = keyof typeof REMOTE_TARGETS;

/** The targets as a list, with their common type. */
export const REMOTE_TARGET_LIST = Object.entries(REMOTE_TARGETS) as readonly (readonly [RemoteKind, RemoteTarget])[];

/** Returns the HTTP address in that of a target, such as `splunk+https://…`. */
export function httpAddress(url: string): string {
  return url.replace(/^[a-z]+\+/, "");
}
