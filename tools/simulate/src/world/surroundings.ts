import { inspect } from "node:util";
import type { FleetEvent, PostgresQuery } from "@keywright/core/postgres";
import type { postgresTransaction } from "@keywright/sinks/postgres";
import type { Context } from "./context.ts";
import type { Parts } from "./parts.ts";
import { PROGRAMS, type ProgramName, RECOVERY_MS } from "./plan.ts";
import type { Process } from "./process.ts";
import { WRITER_SECRET } from "./services.ts";
import type { CallReport } from "./check-calls.ts";

/** The interface between the world and a program. */
export type Surroundings = ReturnType<typeof createSurroundings>;

/** Creates the surroundings of a process, which check what it reports. */
export function createSurroundings({ plan, timeline, say, violate }: Context, parts: Parts, name: ProgramName, own: Process) {
  const { services, follows, calls, query, operator } = parts;
  const { clientId, eventsToken, vaultUUID } = services;

  function checkPrinted(text: string): void {
    for (const secret of services.secrets()) if (text.includes(secret)) return violate(`${name} prints a secret: ${text.slice(0, 200)}`);
  }

  return {
    signal: own.stop.signal,
    path: PROGRAMS[name].path,
    settings: plan,
    clientId,
    token: eventsToken,
    vaultUUID,
    secret: name.startsWith("writer") ? WRITER_SECRET : services.clientSecret,
    /** Reports events as handled, for good. */
    deliver(ids: readonly string[]): void {
      say(`${name} handles ${ids.length} events`);
      follows.deliver(name, ids);
    },
    /** Reports that a feed begins or passes its page again: events may be repeated from here. */
    mayRepeat: (): void => follows.mayRepeat(name),
    /** Reports a feed that ends at the end; the returned function expects all events up to now. */
    expectCaughtUp(): () => void {
      const count = services.idsOf("auditevents").length;
      // Before, a response may be an older one that the network repeats.
      const isJudged = timeline.now() > plan.roughMs;
      return () => {
        if (isJudged && follows.reached() < count) violate(`${name} reports that it has caught up, at event ${follows.reached()} of ${count}`);
      };
    },
    /** Reports an error that a user would see. */
    show: (error: unknown): void => checkPrinted(`${inspect(error)} ${error instanceof Error ? error.message : ""}`),
    /** Reports how a call ended. */
    report(call: CallReport): void {
      say(`${name} ${call.title === undefined ? "read" : "wrote"}: ${call.error === undefined ? "done" : call.error.message}`);
      calls.report(name, call, !own.stop.signal.aborted && call.began > plan.roughMs + RECOVERY_MS);
    },
    /** Reports that the feed failed. */
    failed(error: unknown): void {
      const { code } = Object(error) as { readonly code?: string };
      say(`${name} fails: ${inspect(error).split("\n")[0]}`);
      if (code === "checkpoint-unavailable" && plan.isLeased && !own.stop.signal.aborted) violate(`the feed of ${name} ends although its database may recover`);
      if (["connection-failed", "timeout", "truncated-response"].includes(code ?? "")) violate(`the feed of ${name} ends with a temporary error: ${code}`);
    },
    /** Runs a statement in the database. */
    query: (text: string, values: readonly (string | number)[]) => query(own, text, values),
    /** Sets the listener of a hangup. */
    onHangup: (listener: () => void): void => operator.onHangup(own, listener),
    print(text: string): void {
      say(`${name} says ${text.trimEnd()}`);
      checkPrinted(text);
    },
    checkPrinted,
  };
}

/** The interface between a world of many feeds and their program. */
export interface CrowdSurroundings {
  readonly signal: AbortSignal;
  readonly feeds: number;
  readonly query: PostgresQuery;
  /** Reports numbers as handled, for good. */
  deliver(feed: number, numbers: readonly number[]): void;
  /** Reports that a feed failed. */
  failed(feed: number, error: unknown): void;
}

/** The connections of a program of a fleet. */
export type FleetDatabase = Parameters<typeof postgresTransaction>[0];

/** The interface between the world of a fleet and its workers. */
export interface FleetSurroundings {
  readonly signal: AbortSignal;
  readonly pool: FleetDatabase;
  readonly leaseMs: number;
  /** Returns the ids of the next events of a stream. */
  read(stream: string, from: number, signal: AbortSignal): Promise<readonly string[]>;
  onEvent(event: FleetEvent): void;
}
