import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { LARGE_VAULT } from "../programs/large-vault.ts";

/** What a server of a large vault has seen. */
export interface Seen {
  /** The bytes of each request and response since the start, with their headers. */
  readonly bytes: readonly number[];
  /** The time from a change until its client reported it. */
  readonly changeMs: number;
}

/** Runs `work` with a server of a large vault, which has an address to change its watched item. */
export async function withVaultServer<Result>(work: (url: string, seen: Seen) => Promise<Result>): Promise<Result> {
  const bytes: number[] = [];
  const seen = { bytes, changeMs: Number.NaN };
  let version = 1;
  let changedAt = 0;
  const counted = new WeakMap<Socket, number>();

  const vault = (): object => ({
    id: LARGE_VAULT.id,
    name: LARGE_VAULT.name,
    contentVersion: version,
    updatedAt: "2026-03-02T08:15:30Z",
    items: LARGE_VAULT.items,
  });
  const fields = (): object[] => [{ id: "password", label: "password", type: "CONCEALED", value: `example-${version}` }];
  const item = (index: number): object => ({
    id: `${index}`.padStart(26, "i"),
    title: `Example login ${index}`,
    vault: { id: LARGE_VAULT.id },
    category: "LOGIN",
    tags: index === LARGE_VAULT.watched ? [LARGE_VAULT.tag] : ["example", "imported"],
    urls: [{ primary: true, href: `https://service-${index}.example.com` }],
    favorite: false,
    version: index === LARGE_VAULT.watched ? version : 3,
    createdAt: "2026-03-02T08:15:30Z",
    updatedAt: "2026-03-02T08:15:30Z",
    lastEditedBy: "4HCGRGYCTRQFBMGVEGTABYDU2V",
  });

  const all = Array.from({ length: LARGE_VAULT.items }, (_unused, index) => JSON.stringify(item(index)));
  const before = Buffer.from(`[${all.slice(0, LARGE_VAULT.watched).join(",")},`);
  const after = Buffer.from(`,${all.slice(LARGE_VAULT.watched + 1).join(",")}]`);

  const server = createServer((request, response) => {
    const { url = "", socket } = request;
    response.once("close", () => {
      const now = socket.bytesRead + socket.bytesWritten;
      bytes.push(now - (counted.get(socket) ?? 0));
      counted.set(socket, now);
    });
    if (url === "/change") {
      version += 1;
      changedAt = performance.now();
      response.end();
    } else if (url === "/seen") {
      seen.changeMs = performance.now() - changedAt;
      response.end();
    } else send(url.split("/").slice(3), response);
  });

  function send([id, list, one]: readonly string[], response: ServerResponse): void {
    response.writeHead(200, { "content-type": "application/json" });
    if (id === undefined) response.end(JSON.stringify([vault()]));
    else if (list === undefined) response.end(JSON.stringify(vault()));
    else if (one !== undefined) response.end(JSON.stringify({ ...item(LARGE_VAULT.watched), fields: fields() }));
    else {
      response.write(before);
      response.write(JSON.stringify(item(LARGE_VAULT.watched)));
      response.end(after);
    }
  }

  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
