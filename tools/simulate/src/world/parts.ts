import { createCallCheck } from "./check-calls.ts";
import { createStreamCheck } from "./check-stream.ts";
import type { Context } from "./context.ts";
import { createDatabase } from "./database.ts";
import { createMachine } from "./machine.ts";
import { createNetwork } from "./network.ts";
import { createOperator } from "./operator.ts";
import { PROGRAMS } from "./plan.ts";
import { createServices } from "./services.ts";

/** The parts of a world that programs use and faults affect. */
export type Parts = ReturnType<typeof createParts>;

export function createParts(context: Context) {
  const { plan, violate } = context;
  const machines = { feeds: createMachine(context, "feeds"), tails: createMachine(context, "tails"), writers: createMachine(context, "writers") };
  const services = createServices(context, machines.writers, PROGRAMS["writer-a"].path);
  const checkOf = (name: string, stream: "auditevents" | "auditlog") => createStreamCheck(name, () => services.idsOf(stream), plan.pageSize, violate);
  const follows = checkOf("follow", "auditevents");
  const tailed = { auditevents: checkOf("tail auditevents", "auditevents"), auditlog: checkOf("tail auditlog", "auditlog") };
  const act: typeof services.act = (sent) => {
    const { process, url, init } = sent;
    const stream = url.pathname.endsWith("/auditevents") ? "auditevents" : "auditlog";
    const from = stream === "auditevents" ? (JSON.parse(String(init.body)) as { start_time?: string }).start_time : url.searchParams.get("since");
    if (from) (process.name.startsWith("follow") ? follows : tailed[stream]).begins(() => services.placeOf(stream, from));
    return services.act(sent);
  };
  return {
    machines,
    services,
    follows,
    tailed,
    calls: createCallCheck(services.itemsOf, violate),
    query: createDatabase(context),
    operator: createOperator(context, machines.tails),
    fetch: createNetwork(context, { ...services, act }),
  };
}
