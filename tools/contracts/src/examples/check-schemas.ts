import { type Contract, type Finding, isObject, operationsOf } from "@keywright/generate/contract";
import { contentsOf, descend, entriesOf, type Place, placeAt, schemasBelow } from "./places.ts";
import { createSchemaValidator } from "./validators.ts";

/** Checks schemas against JSON Schema 2020-12: an invalid keyword, as a pattern, checks nothing. */
export function checkSchemas(contract: Contract): readonly Finding[] {
  const { document } = contract;
  const problemsOf = createSchemaValidator();
  const roots = entriesOf(document, placeAt(document, "#/components/schemas")).map(([, place]) => place);
  for (const { definition, pointer } of operationsOf(contract)) {
    const place = { value: definition, pointer };
    const holders: Place[] = [
      ...entriesOf(document, descend(document, place, "parameters")).map(([, parameter]) => parameter),
      ...contentsOf(document, place).map(({ place: content }) => content),
      ...entriesOf(document, descend(document, place, "responses")).flatMap(([, response]) =>
        entriesOf(document, descend(document, response, "headers")).map(([, header]) => header),
      ),
    ];
    for (const holder of holders) roots.push(...[descend(document, holder, "schema") ?? []].flat());
  }
  return schemasBelow(document, roots).flatMap(({ value, pointer }) =>
    isObject(value)
      ? problemsOf(value).map(({ keyword, problem }) => ({
          ...contract.placeAt(`${pointer}/${keyword}`),
          message: `The keyword ${keyword} of this schema ${problem}, so it checks nothing. Correct it.`,
        }))
      : [],
  );
}
