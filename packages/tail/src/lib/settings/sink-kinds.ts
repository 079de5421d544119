/** What a credential is: the end of the variable's name. */
export type SecretName = "PASSWORD" | "TOKEN" | "API_KEY" | "HEADERS" | "CREDENTIALS" | "SIGNING_SECRET";

/** What the command knows about the sinks of a kind, without its code. */
interface SinkTraits {
  /** What addresses begin with, and how they look. */
  readonly schemes: readonly string[];
  readonly form: string;
  /** The end of an address after its host, and what is expected there. Absent: any. */
  readonly rest?: RegExp;
  readonly restInWords?: string;
  /** Whether an address can have a user name. */
  readonly hasUser?: boolean;
  /** Its credentials, and the variables that its own programs use. */
  readonly secrets: readonly SecretName[];
  readonly variables?: readonly string[];
}

/** The kinds of sinks with an address. */
export const SINK_KINDS = {
  postgres: {
    schemes: ["postgres:", "postgresql:"],
    form: "postgres://HOST/DATABASE",
    hasUser: true,
    secrets: ["PASSWORD"],
    variables: ["PGPASSWORD"],
  },
  http: { schemes: ["https:", "http:"], form: "https://HOST/PATH", secrets: ["TOKEN", "SIGNING_SECRET", "HEADERS"] },
  nats: {
    schemes: ["nats:", "tls:"],
    form: "nats://HOST/SUBJECT",
    rest: /^\/[\w-]+(\.[\w-]+)*$/,
    restInWords: "with letters, digits and -_. after the host",
    hasUser: true,
    secrets: ["PASSWORD", "TOKEN", "CREDENTIALS"],
  },
  s3: {
    schemes: ["s3:"],
    form: "s3://BUCKET/PREFIX",
    rest: /^(\/[\w.:=-]+)*\/?$/,
    restInWords: "with letters, digits and -_.:= after the bucket",
    secrets: [],
    variables: ["AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"],
  },
  elasticsearch: {
    schemes: ["elasticsearch+https:", "elasticsearch+http:"],
    form: "elasticsearch+https://HOST/INDEX",
    rest: /^(\/[^/?#]+)*\/(?!_)[^/?#]+$/,
    restInWords: "with the name of an index or data stream at its end, not an endpoint such as _bulk, and no parameters",
    hasUser: true,
    secrets: ["PASSWORD", "API_KEY"],
  },
  splunk: {
    schemes: ["splunk+https:", "splunk+http:"],
    form: "splunk+https://HOST",
    rest: /^[^?#]*$/,
    restInWords: "without parameters; the options index, source and sourcetype set those of the events",
    secrets: ["TOKEN"],
  },
  otlp: { schemes: ["otlp+https:", "otlp+http:"], form: "otlp+https://HOST", secrets: ["TOKEN"], variables: ["OTEL_EXPORTER_OTLP_HEADERS"] },
} as const satisfies { readonly [kind: string]: SinkTraits };

/** The kind of a sink with an address. */
export type SinkKind = keyof typeof SINK_KINDS;

/** The kinds as a list, with their common type. */
export const SINK_KIND_LIST = Object.entries(SINK_KINDS) as readonly (readonly [SinkKind, SinkTraits])[];

/** Returns the HTTP address in that of a sink, such as `splunk+https://…`. */
export function httpAddress(url: string): string {
  return url.replace(/^[a-z]+\+/, "");
}
