import { secretNamesOf } from "@keywright/emulator/contract";
import { createMask } from "./http/mask.ts";
import type { Wire } from "./http/send.ts";
import type { ServiceReport } from "./rules/result.ts";
import { Broken, Untested } from "./session/outcome.ts";
import { rulesOfEveryOperation } from "./rules/every-operation.ts";
import type { Service, World } from "./rules/rule.ts";
import { responseResults, rulesWithoutTest, testRules } from "./rules/test-rules.ts";
import type { Credentials } from "./session/credentials.ts";
import { CannotTest } from "./session/identify.ts";
import { createSession } from "./session/session.ts";
import type { ServiceName, Settings } from "./session/settings.ts";

/** The parts of a run that all services share. */
export interface Shared {
  readonly settings: Settings;
  readonly wire: Wire;
}

/** Tests one service, and removes what the tests made. */
export async function runService<W extends World>(
  { name, url, credentials }: { readonly name: ServiceName; readonly url: string; readonly credentials: Credentials },
  service: Service<W>,
  { settings, wire }: Shared,
): Promise<ServiceReport> {
  const { operations } = service;
  const mask = createMask(secretNamesOf(service.document));
  for (const secret of [credentials.token, credentials.client?.secret, credentials.limitedToken]) if (secret !== undefined) mask.add(secret);
  const parts = { baseUrl: url, operations, credentials, named: settings.named, mask };
  const session = createSession({ ...parts, wire });
  const report = { service: name, url };
  let world: W;
  try {
    world = await service.open(session);
  } catch (error) {
    if (!(error instanceof CannotTest || error instanceof Broken || error instanceof Untested)) throw error;
    return { ...report, problem: mask.text(error.message), results: [], leftBehind: [] };
  }
  const rules = [...service.rules, ...rulesOfEveryOperation(operations, service.examples)];
  const results = await testRules(rules, world, settings.tiers, wire.signal);
  // The requests of the end are sent even after a signal.
  const ending = { ...wire, signal: new AbortController().signal };
  const leftBehind = await clean(service, { ...world, session: createSession({ ...parts, wire: ending }) });
  const found = [...results, ...rulesWithoutTest(service, operations), ...responseResults(session)];
  const order = [...operations.keys()];
  return { ...report, results: [...found].sort((a, b) => order.indexOf(a.operation) - order.indexOf(b.operation)), leftBehind };
}

async function clean<W extends World>(service: Service<W>, world: W): Promise<readonly string[]> {
  try {
    return await service.clean(world);
  } catch (error) {
    return [`what the run has made or changed: ${error instanceof Error ? error.message : String(error)}`];
  }
}
