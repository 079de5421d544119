import { checkValue } from "../../call/request/check-input.ts";
import type { ValueTree } from "../../contract.ts";
import { branchOf } from "../../secrets.ts";
import type { WriteBody } from "../../pipeline.ts";

/**
 * Writes JSON with 64-bit integers, decimal strings in the input, as numbers with every digit:
 * JavaScript rounds beyond 2^53.
 */
export const writeInt64: WriteBody = ({ id, body }, value) => {
  checkValue(id, ["body"], value, body);
  return { body: jsonOf(value, body?.int64), mediaType: body?.mediaType ?? "application/json" };
};

/** @param tree The location of the integers; the check has seen that each is a decimal number. */
function jsonOf(value: unknown, tree: ValueTree | undefined): string {
  if (tree === true && typeof value === "string") return value;
  if (tree === undefined || typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element, index) => jsonOf(element, branchOf(tree, String(index)))).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonOf(member, branchOf(tree, name))}`).join(",")}}`;
}
