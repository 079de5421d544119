import { require, requireStatus, Untested } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { fieldOf, requireWritten, valueOf } from "./item-rules.ts";
import { type Item, makeItem, newItem, placeOf, readMade, type VaultWorld } from "./world.ts";

/** The rules of patches, on items that the run makes. */
export const PATCH_RULES: readonly Rule<VaultWorld>[] = [
  rule("patchItem.atomic", "write", async (world) => {
    const { session } = world;
    const made = await readMade(world, await makeItem(world));
    const body = [
      { op: "replace", path: "/title", value: `${world.marker} half` },
      { op: "add", path: "/fields", value: { id: "half" } },
      { op: "remove", path: "/tags/0" },
      { op: "replace", path: "/fields/keywright-unknown/label", value: "half" },
    ];
    requireStatus(await session.attempt("patchItem", { ...placeOf(made), body }), [400], "a patch whose last operation is not valid");
    const read = await session.call<Item>("getItem", placeOf(made));
    require(JSON.stringify(read) === JSON.stringify(made), "a rejected patch must change nothing");
  }),
  rule("patchItem.versions", "write", async (world) => {
    const { session } = world;
    const made = await readMade(world, await makeItem(world));
    const first = await session.call<Item>("patchItem", { ...placeOf(made), body: [{ op: "replace", path: "/title", value: `${world.marker} patched` }] });
    require(first.title === `${world.marker} patched`, "the patched item must have the new title");
    const read = await requireWritten(world, made, first);
    const second = await session.call<Item>("patchItem", { ...placeOf(made), body: [{ op: "add", path: "/tags/1", value: "second" }] });
    await requireWritten(world, read, second);
  }),
  rule("patchItem.nothing", "write", "an empty patch changes nothing", async (world) => {
    const { session } = world;
    const made = await readMade(world, await makeItem(world));
    await session.succeed("patchItem", { ...placeOf(made), body: [] });
    const read = await session.call<Item>("getItem", placeOf(made));
    require(read.version === made.version && read.title === made.title, "an empty patch must not make a version");
  }),
  rule("patchItem.json-patch", "write", async (world) => {
    const { session } = world;
    const made = await readMade(world, await makeItem(world));
    const body = [{ op: "replace", path: "/title", value: `${world.marker} patched` }];
    const exchange = await session.attempt("patchItem", { ...placeOf(made), body, mediaType: "application/json-patch+json" });
    if (exchange.response.status === 415) throw new Untested("the server accepts only application/json");
    requireStatus(exchange, [200], "a patch with the media type application/json-patch+json");
    await requireWritten(world, made, exchange.response.json?.value as Item);
  }),
  rule("patchItem.item", "write", async (world) => {
    const made = await readMade(world, await makeItem(world));
    const value = newItem(world, made.vault.id, { fields: [{ id: "note", type: "STRING", label: "note", value: "whole" }] }) as Item;
    const patched = await world.session.call<Item>("patchItem", { ...placeOf(made), body: [{ op: "replace", path: "/", value }] });
    require(patched.title === value.title && valueOf(patched, "note") === "whole", "the item must be the value of the patch");
    require(fieldOf(patched, "username") === undefined, "a field that the value does not have must be gone");
  }),
  rule("patchItem.field", "write", async (world) => {
    const { session } = world;
    const made = await readMade(world, await makeItem(world));
    const id = fieldOf(made, "note")?.id ?? "note";
    const body = [{ op: "replace", path: `/fields/${id}/value`, value: "patched" }];
    const patched = await session.call<Item>("patchItem", { ...placeOf(made), body });
    require(valueOf(patched, "note") === "patched", "the field of the path must have the new value");
    require(valueOf(patched, "username") === valueOf(made, "username"), "other fields must not change");
    const without = await session.call<Item>("patchItem", { ...placeOf(made), body: [{ op: "remove", path: `/fields/${id}` }] });
    require(fieldOf(without, "note") === undefined, "a removed field must be gone");
  }),
];
