import type { Contract, Json } from "../contract/index.ts";
import { type Kind, kindsOf, partsOf, type Place, schemaOf } from "./parameter-schema.ts";
import { int64Of, secretsOf } from "./value-trees.ts";

/** OpenAPI 3.1 §4.8.12.2: the styles of each place, and the kinds of values that each can write. */
const STYLES: { readonly [place in Place]: { readonly [style: string]: readonly Kind[] } } = {
  path: { simple: ["scalar", "array", "object"], label: ["scalar", "array", "object"], matrix: ["scalar", "array", "object"] },
  query: { form: ["scalar", "array", "object"], spaceDelimited: ["array", "object"], pipeDelimited: ["array", "object"], deepObject: ["object"] },
  header: { simple: ["scalar", "array", "object"] },
  cookie: { form: ["scalar", "array", "object"] },
};

/** Headers that a platform or another part of the contract decides. */
const TAKEN_HEADERS = /^(connection|content-length|cookie|host|transfer-encoding)$/i;

/** RFC 9110 §5.6.2, and RFC 6265 §4.1.1 for cookies. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** Refuses names that cannot be sent, and secrets in places that are printed. */
export function refuseName(contract: Contract, id: string, parameter: Json, place: Place): void {
  const name = String(parameter["name"]);
  const refuse = (problem: string): void => contract.refuse(parameter, `${id}: the ${place} parameter ${name} ${problem}`);
  if ((place === "header" || place === "cookie") && !TOKEN.test(name))
    refuse("has a name that HTTP cannot carry: a token has letters, digits and some signs, no spaces (RFC 9110 §5.6.2)");
  if (place === "header" && TAKEN_HEADERS.test(name))
    refuse(
      name.toLowerCase() === "cookie" ? 'must say "in: cookie", with a name for each cookie' : "is decided by the platform, which sends its own: remove it",
    );
  if (place === "path" && parameter["required"] !== true) refuse('must say "required: true": a path without it is another path, to be declared by itself');
  if (parameter["x-secret"] === true || secretsOf(contract, schemaOf(contract, parameter).schema) !== undefined)
    refuse(
      "has x-secret, which hides values of bodies alone: addresses and headers are shown in errors and logs. Send the secret in the body, or as a credential (security)",
    );
}

/** Refuses what a style of OpenAPI 3.1 cannot write. */
export function refuseStyle(contract: Contract, id: string, parameter: Json, place: Place, kinds: ReadonlySet<Kind>): void {
  const name = String(parameter["name"]);
  const refuse = (problem: string): void => contract.refuse(parameter, `${id}: the ${place} parameter ${name} ${problem}`);
  if (parameter["content"] !== undefined) {
    const mediaTypes = Object.keys(parameter["content"] as Json);
    if (mediaTypes.length !== 1 || !/^application\/([\w.-]+\+)?json$/i.test(mediaTypes[0] as string))
      refuse(`must have the content application/json alone; it has ${mediaTypes.join(", ") || "none"}: a text needs no content, only a schema`);
    if (int64Of(contract, schemaOf(contract, parameter).schema) !== undefined)
      refuse('has "format: int64" in JSON, where clients write numbers: leave the format out, and give the range that clients may send');
    return;
  }
  if (parameter["schema"] === undefined) refuse("has neither schema nor content: give it a schema");
  const styles = STYLES[place];
  const style = String(parameter["style"] ?? Object.keys(styles)[0]);
  const allowed = styles[style];
  if (allowed === undefined) return refuse(`has the style ${style}, which OpenAPI 3.1 does not have there: use ${Object.keys(styles).join(", ")}`);
  if (parameter["allowReserved"] === true && place !== "query") refuse("has allowReserved, which OpenAPI 3.1 has for the query alone: remove it");
  const wrong = [...kinds].filter((kind) => kind !== "null" && !allowed.includes(kind));
  if (wrong.length > 0)
    return refuse(`has the style ${style}, which writes ${allowed.join(" and ")} values alone; its schema allows ${wrong.join(" and ")}: use form`);
  const isParted = kinds.has("array") || kinds.has("object");
  if (parameter["explode"] === true && style.endsWith("Delimited"))
    refuse(`is exploded, which OpenAPI 3.1 does not define for ${style}: say form, if the service reads name=a&name=b`);
  if (place === "cookie" && isParted && parameter["explode"] !== false)
    refuse(
      "is exploded, which separates its parts by &, and cookies are separated by semicolons: declare what the service reads, a cookie for each part, JSON, or commas (explode: false)",
    );
  refuseNested(contract, refuse, parameter, kinds);
}

/** No style of OpenAPI 3.1 says how an array or an object inside of another one is written. */
function refuseNested(contract: Contract, refuse: (problem: string) => void, parameter: Json, kinds: ReadonlySet<Kind>): void {
  if (!kinds.has("array") && !kinds.has("object")) return;
  const nested = partsOf(contract, parameter["schema"]).some((part) => {
    const inner = kindsOf(contract, part);
    return (inner.has("array") || inner.has("object")) && !inner.has("scalar");
  });
  if (nested)
    refuse(
      "has an array or an object inside of another one, for which OpenAPI 3.1 defines no style: send it as JSON (content: application/json) or in the body, if the service does",
    );
}
