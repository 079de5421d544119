import { createManagementClient, type ManagementClient } from "@keywright/management";
import { manualClock } from "../../src/index.ts";
import { createManagementEmulator, type ManagementEmulator, type ManagementEmulatorOptions } from "../../src/management.ts";

/** The time at which emulators of these tests begin. */
export const START = "2026-03-02T12:00:00.000Z";
/** The address that requests are sent to; `next` and `href` lead back to it. */
export const BASE_URL = "https://management.example.com";

/** What the default state has, by the ids of the contract's examples. */
export const IDS = {
  contractor: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012",
  sparsePerson: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1014",
  leadPerson: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1001",
  admin: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0001",
  leadUser: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
  sparseUser: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0004",
  offboard: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01",
  review: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02",
  completedRun: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11",
  waitingRun: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12",
  failedRun: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a13",
  runningRun: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a14",
  terminatedRun: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a15",
  deletedRun: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a16",
} as const;

/** An emulator whose time stands still, and whose own mistakes fail the test. */
export function testEmulator(options: ManagementEmulatorOptions = {}): ManagementEmulator {
  return createManagementEmulator({
    clock: manualClock(START),
    onDefect: (defect) => {
      throw defect;
    },
    ...options,
  });
}

/** A client of an emulator, in process. */
export function clientOf(emulator: ManagementEmulator, token = emulator.token): ManagementClient {
  return createManagementClient({ baseUrl: BASE_URL, token, fetch: emulator.fetch, retry: false });
}

/** An answer, as a test looks at it; the body of no particular shape. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- what a test asserts of a body is its shape
  readonly body: any;
}

/** A request by hand, to a path or to an address that the emulator gave out; signed with the first token unless it has headers of its own. */
export async function send(emulator: ManagementEmulator, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await emulator.fetch(path.startsWith("/") ? `${BASE_URL}${path}` : path, {
    headers: { authorization: `Bearer ${emulator.token}` },
    ...init,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Sends a body as a PATCH. */
export function patch(emulator: ManagementEmulator, path: string, body: unknown, token = emulator.token, type = "application/json"): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  return send(emulator, path, { method: "PATCH", headers, body: typeof body === "string" ? body : JSON.stringify(body) });
}

/** Changes a person, the contractor unless another is named. */
export function updatePerson(emulator: ManagementEmulator, body: unknown, id: string = IDS.contractor): Promise<Answer> {
  return patch(emulator, `/api/people/v1/${encodeURIComponent(id)}`, body);
}

/** Patches a SCIM user, the finance lead unless another is named. */
export function patchUser(emulator: ManagementEmulator, operations: readonly unknown[], id: string = IDS.leadUser): Promise<Answer> {
  const body = { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: operations };
  return patch(emulator, `/api/scim/v2/Users/${id}`, body, emulator.token, "application/scim+json");
}

/** Gets a run. */
export function getRun(emulator: ManagementEmulator, workflowId: string, runId: string, query = ""): Promise<Answer> {
  return send(emulator, `/api/workflows/v1/${workflowId}/runs/${runId}${query}`);
}

/** Lists the audit log with some parameters. */
export function listLogs(emulator: ManagementEmulator, parameters: { readonly [name: string]: string } = {}): Promise<Answer> {
  const query = new URLSearchParams(parameters).toString();
  return send(emulator, `/api/audit/v1/logs${query === "" ? "" : `?${query}`}`);
}

/** Credentials as Basic, by RFC 7617. */
export function basic(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** Asks for a token, with the first app's Basic credentials unless there are headers of its own. */
export function askToken(
  emulator: ManagementEmulator,
  form: { readonly [name: string]: string } | string,
  headers: { readonly [name: string]: string } = { authorization: basic(emulator.clientId, emulator.clientSecret) },
): Promise<Answer> {
  const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
  return send(emulator, "/connect/token", { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded", ...headers }, body });
}

/** Whether a value has a null somewhere, other than among custom fields. */
export function hasNull(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  return Object.entries(value as object).some(([name, member]) => name !== "customFields" && hasNull(member));
}
