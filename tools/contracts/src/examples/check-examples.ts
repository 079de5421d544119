import { type Contract, type Finding, isObject, join, type Json, operationsOf } from "@keywright/generate/contract";
import { contentsOf, descend, entriesOf, type Place, schemasBelow } from "./places.ts";
import type { Validate } from "./validators.ts";

/** An example of a contract, and its schema. */
interface Example {
  readonly pointer: string;
  readonly value: unknown;
  readonly schemaPointer: string;
  /** The owner of the example, for messages. */
  readonly of: string;
  readonly isRequest: boolean;
}

/** Validates every example and default of a contract against its schema. */
export function checkExamples(
  contract: Contract,
  validate: { readonly request: Validate; readonly other: Validate },
): { readonly checked: number; readonly findings: readonly Finding[] } {
  const examples = new Map<string, Example>();
  for (const example of examplesOf(contract.document)) if (!examples.has(example.pointer)) examples.set(example.pointer, example);
  const findings: Finding[] = [];
  for (const { pointer, value, schemaPointer, of, isRequest } of examples.values()) {
    const reason = (isRequest ? validate.request : validate.other)(schemaPointer, value);
    if (reason !== undefined)
      findings.push({ ...contract.placeAt(pointer), message: `The example of ${of} must match its schema: ${reason}. Correct the example or the schema.` });
  }
  return { checked: examples.size, findings };
}

function* examplesOf(document: Json): Iterable<Example> {
  const roots: Place[] = [];
  for (const { id, definition, pointer } of operationsOf({ document })) {
    const place = { value: definition, pointer };
    const parameters = entriesOf(document, descend(document, place, "parameters"));
    const requests = contentsOf(document, place).filter(({ of }) => of === "request");
    const holders: (readonly [string, Place])[] = parameters.map(([, parameter]) => [`${id} parameter ${nameOf(parameter)}`, parameter]);
    for (const { of, mediaType, place: content } of contentsOf(document, place)) holders.push([`${id} ${of} ${mediaType}`, content]);
    for (const [status, response] of entriesOf(document, descend(document, place, "responses"))) {
      for (const [name, header] of entriesOf(document, descend(document, response, "headers")))
        holders.push([`${id} response ${status} header ${name}`, header]);
    }
    for (const [of, holder] of holders) {
      const schema = descend(document, holder, "schema");
      if (schema === undefined) continue;
      roots.push(schema);
      const isRequest = requests.some(({ place: { pointer: at } }) => at === holder.pointer);
      for (const example of shownBy(document, holder, schema.pointer, of)) yield { ...example, isRequest };
    }
  }
  for (const schema of schemasBelow(document, roots)) yield* shownBySchema(schema);
}

/** The `example` and the `examples` of a parameter, a header or a body. */
function* shownBy(document: Json, holder: Place, schemaPointer: string, of: string): Iterable<Omit<Example, "isRequest">> {
  if (isObject(holder.value) && "example" in holder.value)
    yield { pointer: join(holder.pointer, "example"), value: holder.value["example"], schemaPointer, of };
  for (const [name, example] of entriesOf(document, descend(document, holder, "examples"))) {
    if (isObject(example.value) && "value" in example.value)
      yield { pointer: join(example.pointer, "value"), value: example.value["value"], schemaPointer, of: `${of} (${name})` };
  }
}

/** The examples and the default of a schema. */
function* shownBySchema({ value: schema, pointer }: Place): Iterable<Example> {
  if (!isObject(schema)) return;
  const of = `the schema ${pointer}`;
  for (const keyword of ["example", "default"]) {
    if (keyword in schema) yield { pointer: join(pointer, keyword), value: schema[keyword], schemaPointer: pointer, of, isRequest: false };
  }
  const { examples } = schema;
  if (!Array.isArray(examples)) return;
  for (const [index, value] of examples.entries())
    yield { pointer: join(join(pointer, "examples"), index), value, schemaPointer: pointer, of, isRequest: false };
}

function nameOf({ value }: Place): string {
  return isObject(value) ? String(value["name"]) : "";
}
