import type { Job, SinkAddress } from "../settings/settings.ts";
import { openIndex } from "./elasticsearch.ts";
import { openFiles } from "./files.ts";
import { openTable } from "./postgres.ts";
import { openBucket } from "./s3.ts";
import type { OpenTarget, Target, TargetContext } from "./target.ts";

const OPEN: { readonly [Kind in SinkAddress["kind"]]?: OpenTarget<Extract<SinkAddress, { readonly kind: Kind }>> } = {
  file: openFiles,
  postgres: openTable,
  s3: openBucket,
  elasticsearch: openIndex,
};

/** The kinds of targets that an audit can read. */
export const READABLE: readonly string[] = Object.keys(OPEN);

/** Opens the target of a job. Libraries are loaded only for the targets that are used. */
export function openTarget(job: Job, context: TargetContext): Promise<Target> {
  const { address } = job.sink;
  const open = OPEN[address.kind] as OpenTarget<SinkAddress> | undefined;
  if (open === undefined) throw new Error(`defect of keywright-tail: an audit cannot read ${address.kind}`);
  return open(job, address, context);
}
