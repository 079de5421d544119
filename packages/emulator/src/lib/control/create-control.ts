import type { OffsetClock } from "../core/time/clock.ts";
import { type EmulatorRequest, TOO_LARGE, serializeReply } from "../core/http/http.ts";
import type { Served } from "../core/http/node-server.ts";
import type { Services } from "../core/emulated.ts";
import type { Changes } from "./changes.ts";
import { clockRoutes } from "./clock.ts";
import { actionRoutes, eventRoutes } from "./events.ts";
import { faultRoutes, scenarioRoutes } from "./faults.ts";
import { liveRoutes } from "./live.ts";
import { isOpening, PAGE_HEADERS, pageRoutes } from "./page.ts";
import { requestRoutes } from "./requests.ts";
import { type ControlReply, type ControlRoutes, errorResponse } from "./route.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { isFromBrowser, type Session } from "./session.ts";
import { snapshotRoutes } from "./snapshot.ts";
import { stateRoutes } from "./state.ts";
import { tokenRoutes } from "./tokens.ts";

const LONGEST_BODY = 1_048_576;
const LONGEST_SNAPSHOT = 256 * LONGEST_BODY;

/** Other parts of the control port. */
export interface ControlOptions {
  readonly changes: Changes;
  /** Absent: there is no page, and no request of a browser is accepted. */
  readonly session?: Session | undefined;
  /** The addresses of the services. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The scenarios that can be started. */
  readonly scenarios: readonly Scenario[];
}

/** Creates the handler of the control port. */
export function createControl(services: Services, clock: OffsetClock, { changes, session, addresses, scenarios }: ControlOptions): Served {
  const routes: ControlRoutes = {
    "POST /reset": () => {
      for (const { emulator } of services.values()) emulator.reset();
      clock.reset();
      return { status: 204 };
    },
    ...requestRoutes(services),
    ...faultRoutes(services),
    ...scenarioRoutes(services, scenarios),
    ...clockRoutes(clock),
    ...eventRoutes(services),
    ...snapshotRoutes(services, clock),
    ...tokenRoutes(services),
    ...actionRoutes(services),
    ...stateRoutes(services, addresses),
    ...liveRoutes(services, changes),
    ...(session === undefined ? {} : pageRoutes(session)),
  };
  return {
    clock,
    async handle(request) {
      const isAllowed = !isFromBrowser(request) || session?.isOfPage(request) === true || (session !== undefined && isOpening(request));
      const reply = isAllowed ? await respond(request, routes) : errorResponse(403, "The control port does not accept requests from web pages");
      if (request.method !== "GET" && reply.status < 300) changes.controlled();
      const headers = { ...PAGE_HEADERS, ...reply.headers };
      return "chunks" in reply ? { ...reply, headers } : serializeReply({ ...reply, headers });
    },
  };
}

async function respond(request: EmulatorRequest, routes: ControlRoutes): Promise<ControlReply> {
  const found = find(routes, request);
  if (found === undefined) return errorResponse(404, `There is no ${request.method} ${request.path}; there are ${Object.keys(routes).join(", ")}`);
  const read = await request.readBody(request.path === "/snapshot" ? LONGEST_SNAPSHOT : LONGEST_BODY);
  if (read === TOO_LARGE) return errorResponse(413, "The request body is too large");
  const body = typeof read === "string" ? read : new TextDecoder().decode(read);
  try {
    return await found.handle({ path: found.path, query: new URLSearchParams(request.query), body, sent: request });
  } catch (error) {
    // The emulators report invalid faults and events.
    return errorResponse(400, error instanceof Error ? error.message : String(error));
  }
}

function find(
  routes: ControlRoutes,
  { method, path }: EmulatorRequest,
): { readonly handle: ControlRoutes[string]; readonly path: { readonly [name: string]: string } } | undefined {
  const parts = `${method} ${path}`.split("/");
  for (const [route, handle] of Object.entries(routes)) {
    const wanted = route.split("/");
    const isMatch = wanted.length === parts.length && wanted.every((part, index) => part === parts[index] || (part.startsWith("{") && parts[index] !== ""));
    if (!isMatch) continue;
    const named = wanted.flatMap((part, index) => (part.startsWith("{") ? [[part.slice(1, -1), decoded(parts[index] ?? "")] as const] : []));
    return { handle, path: Object.fromEntries(named) };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
