import { Readable } from "node:stream";
import { createS3 } from "../sinks/s3.ts";
import type { RemoteAddress } from "../settings/settings.ts";
import { sortLines, type Source } from "./lines.ts";
import type { OpenTarget } from "./target.ts";

// An event is stored after it happened, unless clocks differ.
const CLOCKS_DIFFER_MS = 86_400_000;

/** The objects of a stream in S3 or its like. */
export const openBucket: OpenTarget<RemoteAddress> = async (job, address, context) => {
  const { signal: abortSignal, warn } = context;
  const { sdk, client, bucket: Bucket, prefix } = await createS3(address, context, 3);
  const storedAfter = Date.parse(String(job.since)) - CLOCKS_DIFFER_MS;

  async function* objects(): AsyncGenerator<Source, void, undefined> {
    const others: string[] = [];
    for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${job.stream}/` }, { abortSignal }))
      for (const { Key: name = "", LastModified: at } of Contents) {
        if (at !== undefined && at.getTime() < storedAfter) continue;
        const { Body } = name.endsWith(".ndjson.gz") ? await client.send(new sdk.GetObjectCommand({ Bucket, Key: name }), { abortSignal }) : {};
        if (Body instanceof Readable) yield { name, bytes: Body };
        else others.push(name);
      }
    const more = others.length > 1 ? ` and ${others.length - 1} more` : "";
    if (others.length > 0) warn(`${others[0]}${more}: not written by keywright-tail, so not compared`);
  }

  return {
    read: () => sortLines(job, objects(), context),
    close: async () => client.destroy(),
  };
};
