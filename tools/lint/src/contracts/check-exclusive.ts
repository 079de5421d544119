import type { Contract } from "./contract.ts";
import type { Finding } from "./finding.ts";
import { isObject, join, type Place } from "./places.ts";
import { sampleOf } from "./sample.ts";
import { propertiesOf, schemasOf } from "./schemas.ts";
import type { Validate } from "./validators.ts";

/**
 * `x-exclusive` speaks to our generator; every other reader of the contract needs the same said in JSON Schema. So an object with two members of a group is
 * given to the schema, which must refuse it, and each member alone, which it must accept.
 */
export function checkExclusive(contract: Contract, validate: Validate): { readonly checked: number; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  let checked = 0;
  for (const schema of schemasOf(contract.document)) {
    const groups = isObject(schema.value) ? schema.value["x-exclusive"] : undefined;
    if (!Array.isArray(groups)) continue;
    for (const [index, group] of (groups as readonly (readonly string[])[]).entries()) {
      checked += 1;
      const at = join(join(schema.pointer, "x-exclusive"), index);
      for (const message of probe(contract, validate, schema, group)) findings.push(contract.findingAt(at, message));
    }
  }
  return { checked, findings };
}

function* probe(contract: Contract, validate: Validate, schema: Place, group: readonly string[]): Iterable<string> {
  const members = new Map<string, unknown>();
  const common = requiredMembers(contract, validate, schema, group);
  for (const name of group) {
    const property = propertiesOf(contract.document, schema).get(name);
    const sample = property === undefined ? undefined : sampleOf(contract.document, validate, property.pointer);
    const refusal = sample === undefined ? "no valid value could be made from its schema" : validate(schema.pointer, { ...common, [name]: sample.value });
    if (sample === undefined || refusal !== undefined) {
      yield `NOT CHECKED: whether ${group.join(" and ")} exclude each other, because ${name} alone must be accepted and is not: ${refusal}. Give ${name} an example.`;
      return;
    }
    members.set(name, sample.value);
  }
  for (const [first, ...rest] of group.map((_, index) => group.slice(index))) {
    for (const second of rest) {
      const both = { ...common, [String(first)]: members.get(String(first)), [second]: members.get(second) };
      if (validate(schema.pointer, both) === undefined) {
        yield `x-exclusive says that ${first} and ${second} exclude each other, but the schema accepts both at once. Add not: { required: [${first}, ${second}] }.`;
      }
    }
  }
}

/** What every valid object of the schema has, outside of the group. */
function requiredMembers(contract: Contract, validate: Validate, schema: Place, group: readonly string[]): { readonly [name: string]: unknown } {
  const required = isObject(schema.value) && Array.isArray(schema.value["required"]) ? (schema.value["required"] as readonly string[]) : [];
  const properties = propertiesOf(contract.document, schema);
  const members = required
    .filter((name) => !group.includes(name))
    .flatMap((name) => {
      const sample = sampleOf(contract.document, validate, properties.get(name)?.pointer ?? "");
      return sample === undefined ? [] : [[name, sample.value] as const];
    });
  return Object.fromEntries(members);
}
