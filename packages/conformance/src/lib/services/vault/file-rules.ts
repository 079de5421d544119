import { require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { type File, LIMIT_BYTES, someFiles, type VaultWorld } from "./world.ts";

const MOST_FILES = 10;

/** The rules of files. */
export const FILE_RULES: readonly Rule<VaultWorld>[] = [
  rule("getFileContent.bytes", "read", async (world) => {
    const { session } = world;
    const { file, path } = someFile(world);
    const { response } = await session.succeed("getFileContent", { path });
    const { "content-length": length, "content-disposition": disposition } = response.headers;
    if (file.size !== undefined) require(response.size === file.size, `expected the ${file.size} bytes of the file; got ${response.size}`);
    if (length !== undefined) require(Number(length) === response.size, `expected content-length ${response.size}; got ${length}`);
    const isPlain = /^[\w .-]+$/.test(file.name ?? "");
    if (isPlain && disposition !== undefined) require(disposition.includes(file.name ?? ""), "content-disposition must have the name of the file");
  }),
  rule("getFile.content", "read", async (world) => {
    const { session } = world;
    const { path } = someFile(world);
    const bare = await session.call<File>("getFile", { path });
    require(bare.content === undefined, "the file must not have its content unless inline_content asks for it");
    const exchange = await session.attempt("getFile", { path, query: { inline_content: "true" } });
    requireStatus(exchange, [200, 413], "inline_content");
    if (exchange.response.status === 413) throw new Untested("the smallest file is above the limit of the server");
    const inline = exchange.response.json?.value as File;
    const { bytes } = (await session.succeed("getFileContent", { path })).response;
    require(inline.content === Buffer.from(bytes).toString("base64"), "content must be the bytes of getFileContent in Base64");
  }),
  rule("listFiles.limit", "read", async (world) => {
    const sizes = await inlineStatuses(world);
    const large = sizes.filter(({ status }) => status === 413);
    const small = sizes.filter(({ status }) => status === 200);
    const unknown = sizes.filter(({ size }) => size === undefined);
    for (const { status, bytes } of unknown)
      require((status === 413) === bytes >= LIMIT_BYTES, `expected ${bytes < LIMIT_BYTES ? 200 : 413} for a file of ${bytes} bytes without a size`);
    const [largest, smallest] = [Math.max(...small.map(({ bytes }) => bytes)), Math.min(...large.map(({ bytes }) => bytes))];
    require(largest < smallest, `a file of ${largest} bytes is inline, so one of ${smallest} bytes must not be 413`);
    if (large.length === 0 || small.length === 0) throw new Untested("the files are all above or all below the limit of the server");
  }),
  rule("listFiles.list-limit", "read", async (world) => {
    const { session, withFiles } = world;
    const sizes = await inlineStatuses(world);
    if (sizes.length < (withFiles?.files.length ?? 0)) throw new Untested("the item has too many files");
    const exchange = await session.attempt("listFiles", { path: placeOf(world), query: { inline_content: "true" } });
    const expected = sizes.some(({ status }) => status === 413) ? 413 : 200;
    requireStatus(exchange, [expected], `inline_content of an item ${expected === 413 ? "with one file above" : "whose files are all below"} the limit`);
    if (expected === 413) return;
    const files = exchange.response.json?.value as readonly File[];
    require(files.every(({ content }) => content !== undefined), "each file must have its content");
    throw new Untested("the item has no file above the limit of the server");
  }),
];

function placeOf(world: VaultWorld): { readonly vaultUUID: string; readonly itemUUID: string } {
  const { vaultUUID, itemUUID } = someFiles(world);
  return { vaultUUID, itemUUID };
}

function someFile(world: VaultWorld) {
  const { files } = someFiles(world);
  const [file] = [...files].sort((a, b) => (a.size ?? LIMIT_BYTES) - (b.size ?? LIMIT_BYTES));
  if (file === undefined) throw new Untested("the item has no files");
  return { file, path: { ...placeOf(world), fileUUID: file.id ?? "" } };
}

async function inlineStatuses(world: VaultWorld) {
  const { session } = world;
  const statuses: { readonly status: number; readonly size: number | undefined; readonly bytes: number }[] = [];
  for (const { id = "", size } of someFiles(world).files.slice(0, MOST_FILES)) {
    const path = { ...placeOf(world), fileUUID: id };
    const exchange = await session.attempt("getFile", { path, query: { inline_content: "true" } });
    requireStatus(exchange, [200, 413], "inline_content");
    const bytes = size ?? (await session.succeed("getFileContent", { path })).response.size;
    statuses.push({ status: exchange.response.status, size, bytes });
  }
  return statuses;
}
