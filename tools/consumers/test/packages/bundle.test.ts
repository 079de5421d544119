import { expect, it } from "vitest";
import { runsAnywhere } from "../../src/packages/bundle.ts";

it.each<readonly [entry: string, place: string]>([
  ["@keywright/core", "any runtime"],
  ["@keywright/core/node", "Node"],
  ["@keywright/core/oauth", "any runtime"],
  ["@keywright/vault/node", "Node"],
  ["@keywright/events/node", "Node"],
  ["@keywright/emulator", "Node"],
  ["@keywright/emulator/testing", "Node"],
  ["@keywright/emulator/vault", "any runtime"],
])("%s must run in %s", (entry, place) => {
  expect(runsAnywhere(entry) ? "any runtime" : "Node").toBe(place);
});
