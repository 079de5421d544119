import type { operations } from "@keywright/events/schema";
import { EVENTS_DOCUMENT } from "../../generated/events.ts";
import { EVENTS_VALIDATORS } from "../../generated/events-validators.ts";
import { checkState } from "../core/service/check-seed.ts";
import { contractOf } from "../core/contract/contract.ts";
import type { Service } from "../core/service/service.ts";
import { findBearerToken } from "../core/service/tokens.ts";
import { type EventsActor, handlers } from "./handlers.ts";
import { errorResponses } from "./error-responses.ts";
import { createEventsStore, type EventsSeed, type EventsStore } from "./store.ts";

/** Returns the parts of the events service. */
export function eventsService(): Service<operations, EventsStore, EventsSeed, EventsActor> {
  return {
    name: "events",
    contract: contractOf(EVENTS_DOCUMENT, EVENTS_VALIDATORS),
    handlers,
    errorResponses,
    anonymous: { id: "anonymous", scopes: [], token: undefined },
    authenticate(header, { store, now }) {
      const token = findBearerToken(header("authorization"), store.tokens, now);
      return typeof token === "string" ? token : { id: token.integrationUuid, scopes: token.scopes, token };
    },
    createStore: createEventsStore,
    checkState: (state) => checkState("events", state),
  };
}
