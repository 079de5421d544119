import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { GetObjectCommand, HeadObjectCommand, paginateListObjectsV2 } from "@aws-sdk/client-s3";
import S3rver from "s3rver";
import type { TrialEvent, TrialFault } from "../src/sink-rules.ts";
import { eventsOf } from "./memory-bucket.ts";
import { BUCKET, clientOf } from "./s3-client.ts";

/** A stored object. */
export interface Stored {
  readonly key: string;
  readonly events: readonly TrialEvent[];
}

/** An S3 server behind a proxy that fails on purpose, and checks the condition that the server does not know. */
export interface S3Server {
  readonly url: string;
  /** The conditions of all attempts to write. */
  readonly attempts: readonly { readonly condition: string | undefined }[];
  /** The next attempts to write fail like this. */
  fail(fault: TrialFault, times?: number): void;
  /** Returns all objects in the order of their keys. */
  objects(): Promise<Stored[]>;
  /** Returns how an object is served. */
  headersOf(key: string): Promise<{ readonly type: string | undefined; readonly encoding: string | undefined }>;
  close(): Promise<void>;
}

/** Starts a server with an empty bucket. */
export async function serveS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "keywright-s3-"));
  const inner = new S3rver({ directory, silent: true, address: "127.0.0.1", port: 0, configureBuckets: [{ name: BUCKET, configs: [] }] });
  const { port } = await inner.run();
  const faults: TrialFault[] = [];
  const attempts: { readonly condition: string | undefined }[] = [];

  const etags = new Map<string | undefined, string | undefined>();
  // S3 keeps the checksum of an object, which the server does not know.
  const checksums = new Map<string | undefined, string>();
  const proxy = createServer((message, response) => {
    void (async () => {
      const body = await buffer(message);
      const isPut = message.method === "PUT";
      const condition = message.headers["if-none-match"];
      const match = message.headers["if-match"];
      if (isPut) attempts.push({ condition: condition ?? match });
      const fault = isPut ? faults.shift() : undefined;
      if (fault === "hang") return;
      if (fault === "error") {
        response.writeHead(503, { "content-type": "application/xml" }).end("<Error><Code>SlowDown</Code></Error>");
        return;
      }
      if ((condition === "*" && etags.has(message.url)) || (match !== undefined && match !== etags.get(message.url))) {
        response.writeHead(412, { "content-type": "application/xml" }).end("<Error><Code>PreconditionFailed</Code></Error>");
        return;
      }
      // S3 itself never stores a part of an object; other servers may. The length is signed, so the other half is zeros.
      if (fault === "half") body.fill(0, Math.ceil(body.length / 2));
      const passed = await forward(message, body);
      const path = message.url?.replace(/\?.*/, "");
      const { "x-amz-checksum-crc32": checksum, "x-amz-checksum-mode": mode } = message.headers;
      if (isPut) etags.set(message.url, passed.headers.etag);
      if (isPut) checksums.set(path, String(checksum));
      if (mode === "ENABLED") passed.headers["x-amz-checksum-crc32"] = checksums.get(path);
      if (fault === "half" || fault === "late") return void message.socket.destroy();
      response.writeHead(passed.status, passed.headers).end(passed.body);
    })().catch(() => message.socket.destroy());
  });

  /** Sends a request to the server. */
  function forward({ url, method, headers }: IncomingMessage, body: Buffer) {
    return new Promise<{ readonly status: number; readonly headers: IncomingMessage["headers"]; readonly body: Buffer }>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path: url, method, headers }, (reply) => {
        buffer(reply).then((read) => resolve({ status: reply.statusCode ?? 500, headers: reply.headers, body: read }), reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const client = clientOf(url);

  return {
    url,
    attempts,
    fail: (fault, times = 1) => void faults.push(...Array.from({ length: times }, () => fault)),
    async objects() {
      const keys: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: BUCKET })) keys.push(...Contents.map(({ Key = "" }) => Key));
      keys.sort();
      return Promise.all(
        keys.map(async (key) => {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
          return { key, events: eventsOf((await Body?.transformToByteArray()) ?? new Uint8Array()) };
        }),
      );
    },
    async headersOf(key) {
      const { ContentType: type, ContentEncoding: encoding } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }));
      return { type, encoding };
    },
    async close() {
      client.destroy();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await inner.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
