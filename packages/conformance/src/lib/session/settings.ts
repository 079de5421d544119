/** The names of the services. */
export const SERVICES = ["vault", "management", "events"] as const;
/** The name of a service. */
export type ServiceName = (typeof SERVICES)[number];

/** What a rule sends: reads, writes to what is disposable, or what must be rejected. */
export type Tier = "read" | "write" | "faults";

/** What may be written to, and what cannot be found by reading. */
export interface Named {
  readonly disposableVault: string | undefined;
  readonly foreignVault: string | undefined;
  readonly disposablePeople: readonly string[];
  readonly disposableUser: string | undefined;
  readonly deletableUser: string | undefined;
  readonly workflow: string | undefined;
  readonly run: string | undefined;
  readonly variable: string | undefined;
}

/** The settings of a run. */
export interface Settings {
  readonly urls: { readonly [service in ServiceName]?: string };
  readonly tiers: ReadonlySet<Tier>;
  readonly named: Named;
  readonly timeoutMs: number;
  readonly format: "text" | "json" | "junit";
  /** Absent: standard output. */
  readonly out: string | undefined;
}
