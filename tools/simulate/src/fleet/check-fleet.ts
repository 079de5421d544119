import type { Commit, Postgres } from "./create-postgres.ts";
import type { Row } from "./statements.ts";
import type { Context } from "../world/context.ts";

export const keyOf = ({ account, stream }: { readonly account?: unknown; readonly stream?: unknown }): string => `${String(account)} ${String(stream)}`;
const placeOf = ({ position }: Row): number => Number((JSON.parse(String(position)) as { readonly cursor?: string }).cursor ?? 0);

/** Creates the check of what a fleet commits. */
export function createFleetCheck({ violate }: Context, isCalm: () => boolean) {
  /** The worker of each owner, and whether another one may take its streams. */
  const owners = new Map<unknown, { readonly name: string; readonly mayLose: () => boolean }>();
  const nameOf = (owner: unknown): string => owners.get(owner)?.name ?? "no one";
  const lost = new Set<string>();

  function checkChange({ before, after, by }: Commit["changes"][number], events: Commit["events"]): void {
    const key = keyOf(after);
    const [from, to, has, next] = [placeOf(before), placeOf(after), before["owner"], after["owner"]];
    const ids = events.filter((event) => event.key === key).map(({ id }) => id);
    const expected = Array.from({ length: Math.max(0, to - from) }, (_unused, index) => `${key} ${from + index}`);
    if (to < from) violate(`the position of ${key} goes back from ${from} to ${to}`);
    else if (ids.join() !== expected.join()) violate(`${nameOf(by)} commits ${ids.length} events of ${key} with a position that moves by ${expected.length}`);
    if (by !== undefined && by !== has) violate(`${nameOf(by)} changes ${key}, which ${nameOf(has)} has`);
    if ((by !== undefined || next !== null) && before["paused"] !== null) violate(`${nameOf(next)} changes ${key}, which is ${String(before["paused"])}`);
    if (next === has || has === null) return;
    if (by === undefined) lost.add(`${nameOf(has)} ${key}`);
    if (next !== null && isCalm() && owners.get(has)?.mayLose() === false) violate(`${nameOf(next)} takes ${key} from ${nameOf(has)}, which runs`);
  }

  return {
    /** Reports the owner of a claim. */
    owns: (owner: unknown, name: string, mayLose: () => boolean) => void owners.set(owner, { name, mayLose }),
    /** Reports that a turn has lost its stream. */
    loses(name: string, key: string): void {
      if (!lost.has(`${name} ${key}`)) violate(`${name} loses ${key}, which no one took`);
    },
    onCommit({ changes, events }: Commit): void {
      for (const change of changes) checkChange(change, events);
      for (const { key } of events) if (changes.every(({ after }) => keyOf(after) !== key)) violate(`an event of ${key} is committed without its position`);
    },
    /** Compares the tables with the events of the service. */
    end({ rows, stored }: Postgres, sent: ReadonlyMap<string, number>): void {
      for (const row of rows()) {
        const key = keyOf(row);
        if (row["owner"] !== null) violate(`${key} was not released by ${nameOf(row["owner"])}`);
        const ids = stored.filter((event) => event.key === key).map(({ id }) => id);
        const expected = row["paused"] === null ? sent.get(key) : placeOf(row);
        if (ids.length !== expected || new Set(ids).size !== expected) violate(`${key} has ${ids.length} events, and ${new Set(ids).size} ids, of ${expected}`);
      }
    },
  };
}
