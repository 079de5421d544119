import { inspect } from "node:util";
import { createVaultClient, findVault, type VaultClient } from "@keywright/vault";
import { createVaultEmulator, type VaultEmulator, type VaultSeedOptions } from "@keywright/emulator/vault";
import { expect } from "vitest";

/** A vault server in this process, and a client of it. */
export interface Session {
  readonly emulator: VaultEmulator;
  readonly vault: VaultClient;
  readonly vaultUUID: string;
  /** Each request as `METHOD /path`. */
  readonly sent: string[];
}

/** The address of a one-time password. */
export const OTP = "otpauth://totp/example?secret=EXAMPLEEXAMPLE22";

/** A vault server with two vaults and a few items, and a client of it. */
export async function session(seed: VaultSeedOptions = {}): Promise<Session> {
  const emulator = createVaultEmulator({
    seed: {
      ...seed,
      vaults: [
        { name: "Production", items: ITEMS },
        { name: "Test/1", items: ITEMS.slice(0, 1) },
      ],
    },
  });
  const sent: string[] = [];
  const vault = createVaultClient({
    baseUrl: "https://vault.example.com",
    token: emulator.token,
    fetch: (url, init) => {
      const { pathname, search } = new URL(url);
      sent.push(`${init.method} ${pathname}${search}`);
      return emulator.fetch(url, init);
    },
  });
  const { id } = await findVault(vault, { name: "Production" });
  sent.length = 0;
  return { emulator, vault, vaultUUID: id, sent };
}

/** The items of the vault Production, most with a value that no message may show. */
const ITEMS = [
  {
    title: "Database",
    category: "DATABASE",
    tags: ["infrastructure"],
    sections: [
      { id: "admin", label: "Admin" },
      { id: "app", label: "App" },
    ],
    fields: [
      { id: "user", label: "username", value: "root" },
      { id: "pw", label: "password", type: "CONCEALED", value: "sentinel-1", section: { id: "admin" } },
      { id: "pw2", label: "password", type: "CONCEALED", value: "sentinel-2", section: { id: "app" } },
      { id: "a/b~c", label: "odd", value: "sentinel-3" },
      { id: "0", label: "digits", value: "sentinel-4" },
      { id: "__proto__", label: "constructor", value: "sentinel-5" },
      { id: "-", label: "dash", value: "sentinel-6" },
      { id: "otp", label: "code", type: "OTP", value: OTP },
      { id: "blank", label: "blank" },
    ],
  },
  { title: "CI/CD 100%", category: "API_CREDENTIAL", tags: ["infrastructure"], fields: [{ id: "token", label: "token", value: "sentinel-7" }] },
  { title: "Old", category: "SECURE_NOTE", state: "ARCHIVED", fields: [] },
];

/** Returns the message of the error that a promise rejects with, which shows no secret anywhere. */
export async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => "it was to fail",
    (reason: unknown) => reason,
  );
  expect(inspect(error, { depth: 9 })).not.toContain("sentinel");
  return error instanceof Error ? error.message : String(error);
}
