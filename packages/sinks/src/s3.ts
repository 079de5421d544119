export type { ObjectFormat } from "./lib/s3/object-format.ts";
export type { HeadObject, PutObject, S3Object, S3ObjectHead } from "./lib/s3/put-object.ts";
export { s3Sink } from "./lib/s3/s3-sink.ts";
export type { S3Sink, S3SinkOptions } from "./lib/s3/s3-sink.ts";
