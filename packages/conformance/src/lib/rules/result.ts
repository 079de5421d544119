import type { Shown } from "../http/mask.ts";
import type { ServiceName, Tier } from "../session/settings.ts";

/** What was found about one rule. */
export interface Result {
  readonly operation: string;
  readonly rule: string;
  readonly tier: Tier;
  /** What the rule says. */
  readonly says: string;
  readonly outcome: "held" | "broken" | "not tested";
  /** Why the rule is broken or was not tested. */
  readonly reason?: string;
  /** Whether its tier is off. */
  readonly isOff?: true;
  /** The last requests of a broken rule. */
  readonly exchanges?: readonly Shown[];
}

/** What was found about a service. */
export interface ServiceReport {
  readonly service: ServiceName;
  readonly url: string;
  /** Why the service could not be tested at all. */
  readonly problem?: string;
  readonly results: readonly Result[];
  /** What the run could not remove or restore. */
  readonly leftBehind: readonly string[];
}
