import { channel } from "node:diagnostics_channel";
import type { ClientEvent, Observer } from "../client-events.ts";

/** The channel of each type of event, by the event's `type`. A subscriber gets the event itself, a {@link ClientEvent}. */
export const CHANNELS: { readonly [Type in ClientEvent["type"]]: `keywright:${Type}` } = {
  "call-start": "keywright:call-start",
  "token-start": "keywright:token-start",
  token: "keywright:token",
  "attempt-start": "keywright:attempt-start",
  attempt: "keywright:attempt",
  retry: "keywright:retry",
  call: "keywright:call",
};

/**
 * Publishes the events of a client on the channels of {@link CHANNELS}, for whoever in the program subscribes to them.
 *
 * A call that begins while no channel has a subscriber costs nothing: its events are not made.
 *
 * @returns What a client takes as its `onEvent`.
 * @see https://nodejs.org/api/diagnostics_channel.html
 */
export function publishEvents(): Observer {
  // Kept as long as the client is: a channel that nobody holds may be forgotten with its subscribers.
  const channels = new Map(Object.entries(CHANNELS).map(([type, name]) => [type, channel(name)]));
  const all = [...channels.values()];
  const publish = (event: ClientEvent): void => channels.get(event.type)?.publish(event);
  return Object.assign(publish, { isListening: () => all.some(({ hasSubscribers }) => hasSubscribers) });
}
