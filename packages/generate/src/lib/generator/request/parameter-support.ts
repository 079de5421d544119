import type { Contract, Named, Parameter, ParameterPlace } from "../../contract/index.ts";
import { type Kind, kindsOf, partsOf, schemaOf } from "./parameter-schema.ts";
import { int64Of, secretsOf } from "../schemas/value-trees.ts";

/** OpenAPI 3.1 §4.8.12.2: the styles of each place, and the kinds of values that they support. */
const STYLES: { readonly [place in ParameterPlace]: Named<readonly Kind[]> } = {
  path: { simple: ["scalar", "array", "object"], label: ["scalar", "array", "object"], matrix: ["scalar", "array", "object"] },
  query: { form: ["scalar", "array", "object"], spaceDelimited: ["array", "object"], pipeDelimited: ["array", "object"], deepObject: ["object"] },
  header: { simple: ["scalar", "array", "object"] },
  cookie: { form: ["scalar", "array", "object"] },
};

/** Headers that the platform or another part of the contract sets. */
const TAKEN_HEADERS = /^(connection|content-length|cookie|host|transfer-encoding)$/i;

/** RFC 9110 §5.6.2, and RFC 6265 §4.1.1 for cookies. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** Reports names that cannot be sent, and secrets in places that are printed. */
export function checkName(contract: Contract, id: string, parameter: Parameter): void {
  const { name, in: place } = parameter;
  const report = (problem: string): void => contract.report(parameter, `${id}: the ${place} parameter ${name} ${problem}`);
  const note = (problem: string, chosen: string): void => contract.note(parameter, `${id}: the ${place} parameter ${name} ${problem}`, chosen);
  if ((place === "header" || place === "cookie") && !TOKEN.test(name))
    report("has a name that HTTP does not allow: use letters, digits and signs of a token (RFC 9110 §5.6.2)");
  if (place === "header" && TAKEN_HEADERS.test(name))
    (parameter.required === true ? report : note)(
      name.toLowerCase() === "cookie" ? 'must have "in: cookie", with a name for each cookie' : "is set by the platform: remove it",
      "it is sent where the platform allows it",
    );
  if (place === "header" && name === "__proto__") report("has a name that fetch does not send: remove it");
  if (place === "path" && parameter.required !== true) report('must have "required: true": a path without it is another path');
  if (parameter["x-secret"] === true || secretsOf(contract, schemaOf(contract, parameter).schema) !== undefined)
    report(
      "has x-secret, which masks only values of bodies: URLs and headers are in errors and logs. Send the secret in the body, or as a credential (security)",
    );
}

/** Reports what a style of OpenAPI 3.1 does not support. */
export function checkStyle(contract: Contract, id: string, parameter: Parameter, kinds: ReadonlySet<Kind>): void {
  const { name, in: place, content } = parameter;
  const report = (problem: string): void => contract.report(parameter, `${id}: the ${place} parameter ${name} ${problem}`);
  if (content !== undefined) {
    const mediaTypes = Object.keys(content);
    if (mediaTypes.length !== 1 || !/^application\/([\w.-]+\+)?json$/i.test(mediaTypes.join()))
      report(`must have only the content application/json; it has ${mediaTypes.join(", ") || "none"}: a string needs only a schema`);
    if (int64Of(contract, schemaOf(contract, parameter).schema, true) !== undefined)
      report('has "format: int64" in JSON, where clients write numbers: leave the format out, and give the range that clients may send');
    return;
  }
  if (parameter.schema === undefined) report("has neither schema nor content: add a schema");
  const styles = STYLES[place];
  const style = parameter.style ?? Object.keys(styles)[0] ?? "";
  const allowed = styles[style];
  if (allowed === undefined) return report(`has the style ${style}, which OpenAPI 3.1 does not have there: use ${Object.keys(styles).join(", ")}`);
  if (parameter.allowReserved === true && place !== "query") report("has allowReserved, which OpenAPI 3.1 defines only for the query: remove it");
  const wrong = [...kinds].filter((kind) => kind !== "null" && !allowed.includes(kind));
  if (wrong.length > 0)
    return report(`has the style ${style}, which supports only ${allowed.join(" and ")} values; its schema allows ${wrong.join(" and ")}: use form`);
  const isParted = kinds.has("array") || kinds.has("object");
  if (parameter.explode === true && style.endsWith("Delimited"))
    report(`is exploded, which OpenAPI 3.1 does not define for ${style}: use form, if the service reads name=a&name=b`);
  if (place === "cookie" && isParted && parameter.explode !== false)
    report(
      "is exploded, which separates its parts by &, but cookies are separated by semicolons: use a cookie for each part, JSON, or commas (explode: false)",
    );
  checkNested(contract, report, parameter, kinds);
}

/** OpenAPI 3.1 defines no style for nested arrays or objects. */
function checkNested(contract: Contract, report: (problem: string) => void, parameter: Parameter, kinds: ReadonlySet<Kind>): void {
  if (!kinds.has("array") && !kinds.has("object")) return;
  const nested = partsOf(contract, parameter.schema ?? {}).some((part) => {
    const inner = kindsOf(contract, part);
    return (inner.has("array") || inner.has("object")) && !inner.has("scalar");
  });
  if (nested)
    report(
      "has a nested array or object, for which OpenAPI 3.1 defines no style: send it as JSON (content: application/json) or in the body, if the service accepts that",
    );
}
