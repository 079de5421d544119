import type { CallOptions } from "@keywright/core";
import { ArgumentError, rejectArgument } from "@keywright/core/client";
import { writeFileAtomic } from "@keywright/core/node";
import type { GetFileContentInput } from "../../generated/client.ts";
import { consumeFile, type FileClient } from "../files/file-content.ts";

/**
 * Saves a file to disk, whole or not at all: a crash leaves the previous file or the whole new one.
 *
 * The bytes are not kept in memory. If they end early, they are read again from the first byte, as
 * the client's `retry` option says. The file has mode 0600 and replaces an existing one; its folder
 * must exist.
 *
 * @throws ArgumentError if the folder does not exist.
 * @throws InvalidResponseError `truncated-response` if every attempt has fewer bytes than the
 * file's `size`. After any error, nothing is written.
 * @throws The platform's error if the disk rejects the write, such as `ENOSPC`.
 * @example
 * ```ts
 * await saveFile(vault, { vaultUUID, itemUUID, fileUUID }, "./recovery-codes.txt");
 * ```
 */
export async function saveFile(client: FileClient, at: GetFileContentInput, path: string, call?: CallOptions): Promise<void> {
  if (typeof path !== "string" || path === "") rejectArgument("saveFile", "path", "must be a path", path);
  await consumeFile("saveFile", client, at, call, async (bytes) => {
    try {
      await writeFileAtomic(path, bytes);
    } catch (error) {
      // If the write failed before the first byte, the unread content would keep a connection open.
      if (!bytes.locked) await bytes.cancel().catch(() => {});
      if (!/^ENO(ENT|TDIR)$/.test(Object(error).code)) throw error;
      const details = { by: "saveFile", argument: "path", advice: "create its folder", cause: error };
      throw new ArgumentError("invalid-argument", `path must be in an existing folder; got ${path}`, details);
    }
  });
}
