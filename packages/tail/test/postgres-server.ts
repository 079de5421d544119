import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import type { Identity } from "../../core/test/node/network/certificates.ts";

/** A server that speaks the beginning of Postgres's protocol: it asks for the password, and rejects it. */
export interface AskingServer {
  readonly port: number;
  /** The passwords that came, and whether each came encrypted. */
  readonly passwords: readonly { readonly password: string; readonly isEncrypted: boolean }[];
}

// "Message Formats" of Postgres's documentation.
const SSL_REQUEST = 80_877_103;
const CLEARTEXT_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

/** Starts a server; without an identity, it has no TLS. */
export async function serveAsking(identity?: Identity): Promise<AskingServer> {
  const passwords: { password: string; isEncrypted: boolean }[] = [];
  const sockets = new Set<Socket>();

  function talk(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (data) => {
      if (data.readInt32BE(4) === SSL_REQUEST) {
        socket.write(identity === undefined ? "N" : "S");
        if (identity !== undefined) talk(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(identity) }));
        return;
      }
      socket.once("data", (message) => {
        passwords.push({ password: message.toString("utf8", 5, message.length - 1), isEncrypted: socket instanceof TLSSocket });
        socket.end(errorOf("28P01", "password authentication failed"));
      });
      socket.write(CLEARTEXT_PASSWORD);
    });
  }

  const server = createServer(talk);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, passwords };
}

function errorOf(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
