import type { CallOptions } from "@keywright/core";
import { refuseArgument } from "@keywright/core/client";
import { writeFileAtomic } from "@keywright/core/node";
import type { GetFileContentInput } from "../../generated/client.ts";
import { consumeFile, type FileClient } from "../file-content.ts";

/**
 * Saves a file of an item to disk, whole or not at all: whoever reads the path, after a crash at any instant too, finds what was there before or the whole file.
 *
 * The bytes are not kept in memory. If they end early, the read is retried from the first byte, as the client's `retry` says. The file is readable by its owner alone (mode 0600) and takes the place of one that is there; its folder must exist.
 *
 * @throws InvalidResponseError `truncated-response` where fewer bytes come than the server says, each time. Nothing is written then, nor after any other error.
 * @throws The platform's error where the disk refuses, such as `ENOSPC`.
 * @example
 * ```ts
 * await saveFile(vault, { vaultUUID, itemUUID, fileUUID }, "./recovery-codes.txt");
 * ```
 */
export async function saveFile(client: FileClient, at: GetFileContentInput, path: string, call?: CallOptions): Promise<void> {
  if (typeof path !== "string" || path === "") refuseArgument("saveFile", "path", "must be a path", path);
  await consumeFile("saveFile", client, at, call, async (bytes) => {
    try {
      await writeFileAtomic(path, bytes);
    } catch (error) {
      // Where the disk refused before the first byte, the content waits unread and would keep its connection.
      if (!bytes.locked) await bytes.cancel().catch(() => {});
      throw error;
    }
  });
}
