import { mkdir } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createVaultEmulator } from "@keywright/emulator";
import { createVaultClient, findItem, findVault, itemPatch, itemRef } from "@keywright/vault";
import { createAuthority, type Identity } from "../../../core/test/node/network/certificates.ts";
import { plainBytesIn } from "./plain-bytes.ts";

/** What programs read: a field, or a file of its item. */
export type Kind = "password" | "key.pem";
/** Each is another value in every encoding. */
export const SECRETS = { before: 'sentinel-before-ä"\\+/&=<1>', after: 'sentinel-after-ö"\\+/&=<2>' };

const authority = createAuthority("Example authority");
const rogue = createAuthority("Another authority");

let worlds = 0;
/** A loopback address of its own, because another program may take the port of a server that was closed. */
function ownHost(): string {
  worlds += 1;
  return process.platform === "linux" ? `127.0.77.${worlds}` : "127.0.0.1";
}

/** What a vault does with requests. */
export type Mode = "works" | "refuses" | "hangs" | "untrusted" | { readonly status: number; readonly retryAfter?: string };

/** A vault at one address, and a folder for what its programs write. */
export interface World {
  readonly folder: string;
  readonly url: string;
  readonly reference: string;
  readonly token: string;
  readonly copy: string;
  readonly authority: string;
  /** The plain secrets that were on the disk when the vault changed or a program ended. */
  readonly plain: ReadonlySet<string>;
  look(): Promise<void>;
  set(mode: Mode): Promise<void>;
  /** Gives the secret its other value. */
  rotate(): Promise<void>;
  /** Deletes the item. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

export async function createWorld(folder: string, withTls: boolean, kind: Kind): Promise<World> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const host = ownHost();
  const [trusted, untrusted] = [authority, rogue].map((issuer) => issuer.issue({ commonName: host, host })) as [Identity, Identity];
  const field = { label: "password", type: "CONCEALED", value: SECRETS.before } as const;
  const files = [{ name: "key.pem", text: SECRETS.before }];
  const item = { title: "Database", category: "DATABASE", fields: [field], files } as const;
  const emulator = createVaultEmulator({ seed: { vaults: [{ name: "Production", items: [item] }] } });
  const { token } = emulator;
  const client = createVaultClient({ baseUrl: "http://127.0.0.1", token, fetch: (url, init) => emulator.fetch(url, init) });
  const find = async () => findItem(client, { vaultUUID: (await findVault(client, { name: "Production" })).id, title: "Database" });
  let mode: Mode = "works";

  const respond: RequestListener = (request, response) => {
    if (mode === "hangs") return;
    if (typeof mode === "object") {
      const { status, retryAfter } = mode;
      response.writeHead(status, { "content-type": "application/json", ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }) });
      response.end(JSON.stringify({ status, message: "no" }));
      return;
    }
    const { authorization = "" } = request.headers;
    void emulator.fetch(`http://127.0.0.1${request.url}`, { headers: { authorization } }).then(async (answered) => {
      response.writeHead(answered.status, { "content-type": "application/json" }).end(await answered.text());
    });
  };
  const plain = new Set<string>();
  // Two encodings, such as Base64 of JSON, change all except the letters.
  const secrets = Object.values(SECRETS)
    .flatMap((value) => [value, value.slice(0, "sentinel-after".length)])
    .concat(token);
  const look = async (): Promise<void> => {
    for (const found of await plainBytesIn(folder, secrets)) plain.add(found);
  };
  const server = withTls ? createTlsServer(trusted, respond) : createServer(respond);
  const listen = (port: number): Promise<void> => new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    folder,
    reference: `Production/Database/${kind}`,
    url: `${withTls ? "https" : "http"}://${host}:${port}`,
    copy: join(folder, "private", "copy"),
    authority: authority.cert,
    token,
    plain,
    look,
    async set(next) {
      await look();
      mode = next;
      if ("setSecureContext" in server) server.setSecureContext(next === "untrusted" ? untrusted : trusted);
      server.closeIdleConnections();
      if (next === "refuses" && server.listening) await close();
      if (next !== "refuses" && !server.listening) await listen(port);
    },
    async rotate() {
      await look();
      const found = await find();
      const stored = emulator.store.items.get(found.id);
      if (stored !== undefined) emulator.store.items.replace({ ...stored, files: [] });
      emulator.attachFile(found.id, { name: "key.pem", text: SECRETS.after });
      await client.patchItem({ ...itemRef(found), body: itemPatch().set(found.fields?.[0]?.id ?? "", "value", SECRETS.after).body });
    },
    async remove() {
      await look();
      await client.deleteItem(itemRef(await find()));
    },
    close: async () => void (server.listening && (await close())),
  };
}
