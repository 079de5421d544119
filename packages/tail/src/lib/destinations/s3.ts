import type { S3SinkOptions } from "@keywright/sinks/s3";
import { loadOptional } from "../optional-package.ts";
import type { Sender } from "../sender.ts";
import type { Open } from "./destination.ts";
import { sdkHandler } from "./sdk-handler.ts";
import { sinkOptions } from "./sink-options.ts";

/** Objects in S3 or a service with its API, once for each position. The SDK finds the region and the credentials as the programs of AWS do. */
export const openS3: Open<{ readonly url: string }> = async (job, { url }, context) => {
  const { s3Sink } = await import("@keywright/sinks/s3");
  const { host, pathname } = new URL(url);
  const prefix = pathname.replace(/^\/|\/$/g, "");
  const { close, ...calls } = await createCalls(host, context.sender, context.env["AWS_ENDPOINT_URL_S3"] ?? context.env["AWS_ENDPOINT_URL"]);
  const sink = s3Sink({ ...sinkOptions(job, context), ...calls, store: context.store, prefix: prefix === "" ? "" : `${prefix}/` });
  return {
    handle: sink.handle,
    store: sink,
    async close() {
      await sink.close();
      close();
    },
  };
};

/** How the sink calls the store. */
type Calls = Required<Pick<S3SinkOptions<never>, "put" | "head">>;

async function createCalls(bucket: string, sender: Sender, endpoint: string | undefined): Promise<Calls & { close(): void }> {
  const { HeadObjectCommand, PutObjectCommand, S3Client } = await loadOptional("an address of S3", "@aws-sdk/client-s3", () => import("@aws-sdk/client-s3"));
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // The sink retries.
    maxAttempts: 1,
    // undici does not send the header.
    expectContinueHeader: false,
    requestHandler: sdkHandler(sender),
  });
  return {
    put: ({ key, body, headers }, { signal }) =>
      client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentType: headers["content-type"],
          ContentEncoding: headers["content-encoding"],
          IfNoneMatch: headers["if-none-match"],
          IfMatch: headers["if-match"],
        }),
        { abortSignal: signal },
      ),
    head: async (key, { signal }) => (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal })).ETag,
    close: () => client.destroy(),
  };
}
