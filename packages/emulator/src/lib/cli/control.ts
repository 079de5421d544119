import type { SettableClock } from "../core/clock.ts";
import type { Fault } from "../core/fault.ts";
import type { InjectedFault } from "../core/faults.ts";
import { type AnyReply, type EmulatorRequest, TOO_LARGE, toAnswer } from "../core/http.ts";
import type { Served } from "../core/node-server.ts";
import { readChecked } from "./read-checked.ts";
import { CLOCK, eventsSchema, faultSchema } from "./control-schemas.ts";
import type { Services } from "./start-services.ts";

type Handler = (body: string) => AnyReply;

/** A fault of a service. */
type ServiceFault = Fault & { readonly service: string };

const LONGEST_BODY = 1_048_576;

/** Creates the handler of the control port: reset, faults, clock and new events. */
export function createControl(services: Services, clock: SettableClock): Served {
  const streams = new Map([...services.values()].flatMap((service) => Object.entries(service.streams ?? {})).sort(([one], [other]) => (one < other ? -1 : 1)));
  let faults: { readonly fault: ServiceFault; readonly injected: InjectedFault }[] = [];
  const facts = () => faults.map(({ fault, injected }) => ({ ...fault, hits: injected.hits }));
  const now = (): AnyReply => ({ status: 200, body: { now: new Date(clock.wallNow()).toISOString() } });

  const routes: { readonly [route: string]: Handler } = {
    "POST /reset": () => {
      for (const { emulator } of services.values()) emulator.reset();
      faults = [];
      return { status: 204 };
    },
    "GET /faults": () => ({ status: 200, body: facts() }),
    "POST /faults": checked<ServiceFault>(faultSchema([...services.keys()]), (fault) => {
      const { service, ...rest } = fault;
      const injected = services.get(service)?.emulator.inject(rest);
      if (injected !== undefined) faults.push({ fault, injected });
      return { status: 201, body: facts().at(-1) };
    }),
    "DELETE /faults": () => {
      for (const { injected } of faults) injected.remove();
      faults = [];
      return { status: 204 };
    },
    "GET /clock": now,
    "POST /clock": checked<{ readonly now?: string; readonly advanceMs?: number }>(CLOCK, (to) => {
      if (to.now !== undefined) clock.set(to.now);
      if (to.advanceMs !== undefined) clock.advance(to.advanceMs);
      return now();
    }),
    "POST /events": checked<{ readonly stream: string; readonly events: readonly object[] }>(eventsSchema([...streams.keys()]), (asked) => ({
      status: 201,
      body: streams.get(asked.stream)?.(asked.events),
    })),
  };

  return { clock, handle: async (request) => toAnswer(await answer(request, routes)) };
}

async function answer(request: EmulatorRequest, routes: { readonly [route: string]: Handler }): Promise<AnyReply> {
  // Browsers send these headers, and any web page could send a request here.
  if (request.header("origin") !== undefined || request.header("sec-fetch-site") !== undefined)
    return refusal(403, "The control port does not accept requests from web pages");
  const key = `${request.method} ${request.path}`;
  const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
  if (route === undefined) return refusal(404, `There is no ${key}; there are ${Object.keys(routes).join(", ")}`);
  const read = await request.readBody(LONGEST_BODY);
  if (read === TOO_LARGE) return refusal(413, "The request body is too large");
  try {
    return route(typeof read === "string" ? read : new TextDecoder().decode(read));
  } catch (error) {
    // The emulators report invalid faults and events.
    return refusal(400, error instanceof Error ? error.message : String(error));
  }
}

function checked<T>(schema: { readonly [member: string]: unknown }, handle: (value: T) => AnyReply): Handler {
  return (body) => {
    const read = readChecked<T>(body, schema);
    return "problems" in read ? refusal(400, read.problems.join("; ")) : handle(read.value);
  };
}

function refusal(status: number, message: string): AnyReply {
  return { status, body: { status, message } };
}
