import { createEventsEmulator, createManagementEmulator, createVaultEmulator } from "@keywright/emulator";
import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { getRun, waitingAction } from "@keywright/management/runs";
import { createVaultClient, fieldValue, type Item, itemDraft } from "@keywright/vault";
import type { Report } from "./report.ts";

/** Calls operations on the emulator that a mock cannot show: calls that depend on earlier ones, and an operation at a URL from a response. */
export async function livingStory(report: Report): Promise<void> {
  await changeSecret(report);
  await continueRun(report);
  await followStream(report);
}

async function changeSecret({ title, call, middleware }: Report): Promise<void> {
  title("On the emulator: change a secret, then read its version and its activity");
  const { token, fetch } = createVaultEmulator();
  const vault = createVaultClient({ baseUrl: "https://vault.example.com", token, fetch, middleware: [middleware] });
  const [{ id: vaultUUID } = { id: "" }] = await vault.listVaults();
  const created = await call(
    "vault.createItem(itemDraft({ … password: { generate: true } }))",
    () => vault.createItem(itemDraft({ vaultUUID, category: "LOGIN", title: "Build robot", password: { generate: true } })),
    (item) => `version ${item.version}, with a password of ${passwordOf(item)?.length} characters that the server generated`,
  );
  const itemUUID = created.id;
  await call(
    'vault.patchItem({ … path: "/fields/password/value" })',
    () => vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "replace", path: "/fields/password/value", value: "example-password-next" }] }),
    (item) => `version ${item.version}; the password ${passwordOf(item) === passwordOf(created) ? "is unchanged" : "has changed"}`,
  );
  await call(
    "vault.listActivity()",
    () => vault.listActivity({ limit: 1000 }).toArray({ max: 100_000 }),
    (records) => {
      const ofItem = records.filter(({ resource }) => resource.item?.id === itemUUID);
      return `${ofItem.length} records of this item: ${ofItem.map(({ action, result }) => `${action} ${result}`).join(", ")}`;
    },
  );
}

function passwordOf(item: Item): string | undefined {
  return fieldValue(item, { purpose: "PASSWORD" });
}

async function continueRun({ title, call, middleware }: Report): Promise<void> {
  title("On the emulator: continue a waiting run by a signal whose URL the run has");
  const { token, fetch } = createManagementEmulator();
  const management = createManagementClient({ baseUrl: "https://management.example.com", token, fetch, middleware: [middleware] });
  const id = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12" };
  const waiting = await call(
    "getRun(management, { workflowId, runId })",
    () => getRun(management, id),
    ({ name, status }) => `${name}: ${status}`,
  );
  const { href } = waitingAction(waiting, { name: "Approve" });
  await call(
    "management.fireSignal({ href })",
    () => management.fireSignal({ href }),
    () => "the signal Approve was fired",
  );
  await call(
    "getRun(management, { workflowId, runId })",
    () => getRun(management, id),
    ({ steps = [] }) => `its steps: ${steps.map(({ status }) => status).join(", ")}`,
  );
}

async function followStream({ title, call, middleware }: Report): Promise<void> {
  title("On the emulator: follow a stream while events arrive");
  const { token, fetch, appendEvents } = createEventsEmulator();
  const events = createEventsClient({ baseUrl: "https://events.example.com", token, fetch, middleware: [middleware] });
  const read = async (start: Parameters<typeof events.listSignInAttempts>[0]): Promise<{ count: number; cursor: string; last: string | undefined }> => {
    const seen = { count: 0, cursor: "", last: undefined as string | undefined };
    for await (const page of events.listSignInAttempts(start).pages()) {
      seen.count += page.items.length;
      seen.cursor = page.resumeAt;
      seen.last = page.items.at(-1)?.type ?? seen.last;
    }
    return seen;
  };
  const caughtUp = await call(
    "for await (const page of events.listSignInAttempts({ limit: 1000, start_time }).pages()) cursor = page.resumeAt",
    () => read({ limit: 1000, start_time: "2020-01-01T00:00:00Z" }),
    ({ count }) => `${count} attempts; caught up, the cursor is saved`,
  );
  appendEvents("signinattempts", { category: "credentials_failed", type: "password_secret_bad" }, { category: "mfa_failed", type: "totp_bad" });
  await call(
    "for await (const page of events.listSignInAttempts({ cursor }).pages()) …",
    () => read({ cursor: caughtUp.cursor }),
    ({ count, last }) => `${count} new attempts, none missing and none repeated; the last: ${last}`,
  );
}
