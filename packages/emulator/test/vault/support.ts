import { createVaultClient, type VaultClient } from "@keywright/vault";
import { manualClock } from "../../src/index.ts";
import { createVaultEmulator, type VaultEmulator, type VaultEmulatorOptions } from "../../src/vault.ts";

/** The time at which emulators of these tests begin. */
export const START = "2026-03-02T12:00:00.000Z";

/** Ids of the small state. */
export const IDS = {
  vault: "a".repeat(26),
  other: "b".repeat(26),
  denied: "c".repeat(26),
  login: "d".repeat(26),
  note: "e".repeat(26),
  secret: "f".repeat(26),
  codes: "g".repeat(26),
  unknown: "z".repeat(26),
} as const;

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** Two vaults that the token opens and one that it does not; a login with a file, and a note. */
const SMALL_SEED = {
  token: "small-token",
  activityRecords: 0,
  vaults: [
    {
      id: IDS.vault,
      name: "Production",
      description: "For tests.",
      items: [
        {
          id: IDS.login,
          title: "Portal",
          category: "LOGIN",
          favorite: true,
          tags: ["finance", "web"],
          urls: [{ label: "website", primary: true, href: "https://portal.example.com" }],
          sections: [{ id: "security", label: "Security" }],
          fields: [
            { purpose: "USERNAME", value: "lead" },
            { purpose: "PASSWORD", value: "example-password-0" },
            { id: "code", section: { id: "security" }, type: "OTP", label: "code", value: `otpauth://totp/Portal:lead?secret=${SECRET}&digits=8` },
          ],
          files: [{ id: IDS.codes, name: "codes.txt", text: "one\ntwo\n", section: { id: "security" } }],
        },
        { id: IDS.note, title: "Notes on the portal", category: "SECURE_NOTE", tags: ["web"] },
      ],
    },
    { id: IDS.other, name: "Team", type: "EVERYONE" },
    { id: IDS.denied, name: "Board", inScope: false, items: [{ id: IDS.secret, title: "Minutes", category: "SECURE_NOTE", files: [{ name: "minutes.txt" }] }] },
  ],
} as const satisfies VaultEmulatorOptions["seed"];

/** An emulator of the small state, whose time stands still, and whose own mistakes fail the test. */
export function testVault(options: VaultEmulatorOptions = {}): VaultEmulator {
  return createVaultEmulator({
    seed: SMALL_SEED,
    clock: manualClock(START),
    onDefect: (defect) => {
      throw defect;
    },
    ...options,
  });
}

/** A client of an emulator, in process. */
export function clientOf(emulator: VaultEmulator, token = emulator.token): VaultClient {
  return createVaultClient({ baseUrl: "https://vault.example.com", token, fetch: emulator.fetch, retry: false });
}

/** What a test looks at in an answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON. */
  readonly body: unknown;
}

/** A request by hand. `init` may take its headers away. */
export async function send(emulator: VaultEmulator, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await emulator.fetch(`https://vault.example.com${path}`, {
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
    ...init,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A request with a JSON body. */
export function sendJson(emulator: VaultEmulator, method: string, path: string, body: unknown): Promise<Answer> {
  return send(emulator, path, { method, body: JSON.stringify(body) });
}

/** The path of the login. */
export const LOGIN_PATH = `/v1/vaults/${IDS.vault}/items/${IDS.login}`;

/** Patches the login by hand. */
export function patch(emulator: VaultEmulator, operations: unknown): Promise<Answer> {
  return sendJson(emulator, "PATCH", LOGIN_PATH, operations);
}

/** A errorResponse with its message. */
export function errorResponse(status: number, message: unknown): { readonly status: number; readonly body: unknown } {
  return { status, body: { status, message } };
}
