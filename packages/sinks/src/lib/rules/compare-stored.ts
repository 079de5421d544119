import type { SinkFigures, SinkPromises, TrialEvent } from "./sink-trial.ts";

/**
 * Compares what the target has with what was sent.
 *
 * @throws Error if an event is lost or changed, or, against a promise, doubled or out of order.
 */
export function compareStored(sent: readonly TrialEvent[], stored: readonly TrialEvent[], { once, ordered }: SinkPromises): SinkFigures {
  const came = new Map<string, TrialEvent>();
  for (const event of stored) if (!came.has(event.id)) came.set(event.id, event);
  const lost = sent.filter(({ id }) => !came.has(id)).length;
  const doubled = stored.length - came.size;
  const figures = { events: sent.length, lost, doubled };
  if (lost > 0) throw new Error(`expected ${sent.length} events in the target; ${lost} of them are lost`);
  if (came.size > sent.length) throw new Error(`expected ${sent.length} events in the target; got ${came.size - sent.length} that were never sent`);
  if (once && doubled > 0) throw new Error(`expected each event once; got ${doubled} a second time`);
  const changed = sent.find((event) => !isSame(event, came.get(event.id)));
  if (changed !== undefined) throw new Error(`expected event ${changed.number} as it was sent; got ${JSON.stringify(came.get(changed.id))}`);
  const inOrder = [...came.values()];
  const early = inOrder.findIndex((event, place) => event.id !== sent[place]?.id);
  if (ordered && early >= 0) throw new Error(`expected event ${early} at its place; got event ${inOrder[early]?.number}`);
  return figures;
}

/** The order of properties does not count, because databases change it. */
function isSame(one: TrialEvent, other: TrialEvent | undefined): boolean {
  return other !== undefined && Object.entries(one).every(([name, value]) => Reflect.get(other, name) === value);
}
