import { HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { HeadObject, PutObject } from "../src/s3.ts";

/** The bucket of every trial. */
export const BUCKET = "events";

/** Returns a client of the AWS SDK. The sink retries, so the client does not. */
export function clientOf(url: string): S3Client {
  const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  return new S3Client({ endpoint: url, region: "us-east-1", forcePathStyle: true, credentials, maxAttempts: 1 });
}

/** Returns a function that writes objects with the AWS SDK. */
export function putTo(url: string): PutObject {
  const client = clientOf(url);
  return ({ key, body, headers }, { signal }) =>
    client.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: key,
        Body: body,
        ContentType: headers["content-type"],
        ContentEncoding: headers["content-encoding"],
        IfNoneMatch: headers["if-none-match"],
        IfMatch: headers["if-match"],
        Metadata: { keywright: headers["x-amz-meta-keywright"] },
      }),
      { abortSignal: signal },
    );
}

/** Returns a function that reads headers with the AWS SDK. */
export function headOf(url: string): HeadObject {
  const client = clientOf(url);
  return async (key, { signal }) => {
    const { ETag: etag, Metadata } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }), { abortSignal: signal });
    return { etag, mark: Metadata?.["keywright"] };
  };
}
