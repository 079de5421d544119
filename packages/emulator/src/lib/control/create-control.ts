import type { OffsetClock } from "../core/clock.ts";
import { type AnyReply, type EmulatorRequest, TOO_LARGE, toAnswer } from "../core/http.ts";
import type { Served } from "../core/node-server.ts";
import type { Services } from "../core/emulated.ts";
import { actionRoutes } from "./actions.ts";
import { clockRoutes } from "./clock.ts";
import { eventRoutes } from "./events.ts";
import { faultRoutes } from "./faults.ts";
import { requestRoutes } from "./requests.ts";
import { type ControlRoutes, refusal } from "./route.ts";
import { snapshotRoutes } from "./snapshot.ts";
import { tokenRoutes } from "./tokens.ts";

const LONGEST_BODY = 1_048_576;
const LONGEST_SNAPSHOT = 256 * LONGEST_BODY;

/** Creates the handler of the control port. */
export function createControl(services: Services, clock: OffsetClock): Served {
  const routes: ControlRoutes = {
    "POST /reset": () => {
      for (const { emulator } of services.values()) emulator.reset();
      clock.reset();
      return { status: 204 };
    },
    ...requestRoutes(services),
    ...faultRoutes(services),
    ...clockRoutes(clock),
    ...eventRoutes(services),
    ...snapshotRoutes(services, clock),
    ...tokenRoutes(services),
    ...actionRoutes(services),
  };
  return { clock, handle: async (request) => toAnswer(await answer(request, routes)) };
}

async function answer(request: EmulatorRequest, routes: ControlRoutes): Promise<AnyReply> {
  // Browsers send these headers, and any web page could send a request here.
  if (request.header("origin") !== undefined || request.header("sec-fetch-site") !== undefined)
    return refusal(403, "The control port does not accept requests from web pages");
  const found = find(routes, request);
  if (found === undefined) return refusal(404, `There is no ${request.method} ${request.path}; there are ${Object.keys(routes).join(", ")}`);
  const read = await request.readBody(request.path === "/snapshot" ? LONGEST_SNAPSHOT : LONGEST_BODY);
  if (read === TOO_LARGE) return refusal(413, "The request body is too large");
  const body = typeof read === "string" ? read : new TextDecoder().decode(read);
  try {
    return await found.handle({ path: found.path, query: new URLSearchParams(request.query), body });
  } catch (error) {
    // The emulators report invalid faults and events.
    return refusal(400, error instanceof Error ? error.message : String(error));
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
