import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import S3rver from "s3rver";
import type { PutObject } from "../src/s3.ts";
import type { TrialEvent, TrialFault } from "../src/sink-rules.ts";

const BUCKET = "events";

/** A stored object. */
export interface Stored {
  readonly key: string;
  readonly events: readonly TrialEvent[];
}

/** An S3 server behind a proxy that fails on purpose, and checks the condition that the server does not know. */
export interface S3Server {
  readonly client: S3Client;
  /** Writes with the AWS SDK. */
  readonly put: PutObject;
  /** The keys of all attempts to write, with their condition. */
  readonly attempts: readonly { readonly key: string; readonly condition: string | undefined }[];
  /** The next attempts to write fail like this, or with a status. */
  fail(fault: TrialFault | number, times?: number): void;
  /** Returns all objects in the order of their keys. */
  objects(): Promise<Stored[]>;
  close(): Promise<void>;
}

/** Starts a server with an empty bucket. */
export async function serveS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "keywright-s3-"));
  const inner = new S3rver({ directory, silent: true, address: "127.0.0.1", port: 0, configureBuckets: [{ name: BUCKET, configs: [] }] });
  const { port } = await inner.run();
  const faults: (TrialFault | number)[] = [];
  const attempts: { readonly key: string; readonly condition: string | undefined }[] = [];

  const proxy = createServer((message, response) => {
    void (async () => {
      const body = await buffer(message);
      const isPut = message.method === "PUT";
      const condition = message.headers["if-none-match"];
      if (isPut)
        attempts.push({
          key:
            decodeURIComponent(message.url ?? "")
              .split("?")[0]
              ?.replace(`/${BUCKET}/`, "") ?? "",
          condition,
        });
      const fault = isPut ? faults.shift() : undefined;
      if (fault === "hang") return;
      if (fault === "refuse" || typeof fault === "number") {
        response.writeHead(fault === "refuse" ? 503 : fault, { "content-type": "application/xml" }).end("<Error><Code>Planned</Code></Error>");
        return;
      }
      const exists = condition === "*" && (await forward(message, "HEAD", Buffer.alloc(0), 0)).status === 200;
      if (exists) {
        response.writeHead(412, { "content-type": "application/xml" }).end("<Error><Code>PreconditionFailed</Code></Error>");
        return;
      }
      const passed = await forward(message, message.method ?? "GET", body, fault === "half" ? Math.ceil(body.length / 2) : body.length);
      if (fault === "half" || fault === "late") return void message.socket.destroy();
      response.writeHead(passed.status, passed.headers).end(passed.body);
    })().catch(() => message.socket.destroy());
  });

  /** Sends a request on, or only the first bytes of its body. */
  function forward({ url, headers }: IncomingMessage, method: string, body: Buffer, bytes: number) {
    return new Promise<{ readonly status: number; readonly headers: IncomingMessage["headers"]; readonly body: Buffer }>((resolve, reject) => {
      const { "content-length": _length, ...others } = headers;
      const length = method === "HEAD" ? {} : { "content-length": body.length };
      const sent = request({ host: "127.0.0.1", port, path: url, method, headers: { ...others, ...length } }, (reply) => {
        buffer(reply).then((read) => resolve({ status: reply.statusCode ?? 500, headers: reply.headers, body: read }), reject);
      });
      sent.on("error", reject);
      if (bytes === body.length) sent.end(body);
      else sent.write(body.subarray(0, bytes), () => sent.destroy(new Error("half")));
    });
  }

  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    maxAttempts: 1,
  });

  return {
    client,
    put: ({ key, body, headers }, { signal }) =>
      client.send(
        new PutObjectCommand({
          Bucket: BUCKET,
          Key: key,
          Body: body,
          ContentType: headers["content-type"],
          ContentEncoding: headers["content-encoding"],
          IfNoneMatch: headers["if-none-match"],
        }),
        { abortSignal: signal },
      ),
    attempts,
    fail: (fault, times = 1) => void faults.push(...Array.from({ length: times }, () => fault)),
    async objects() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
      const keys = Contents.map(({ Key = "" }) => Key).sort();
      return Promise.all(
        keys.map(async (key) => {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
          const lines = gunzipSync((await Body?.transformToByteArray()) ?? "").toString();
          return {
            key,
            events: lines
              .split("\n")
              .slice(0, -1)
              .map((line) => JSON.parse(line) as TrialEvent),
          };
        }),
      );
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
