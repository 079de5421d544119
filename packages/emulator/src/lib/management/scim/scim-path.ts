import { type Filter, parseTokens } from "../filter/filter-parser.ts";
import { filterTokens, FilterSyntaxError, type FilterToken } from "../filter/filter-tokens.ts";

/** The target of the `path` of a patch operation. */
export interface ScimPath {
  /** Schema of an extension; absent for the core user. */
  readonly extension?: string;
  readonly attribute: string;
  readonly subAttribute?: string;
  /** Selects values of the attribute. */
  readonly filter?: Filter;
  /** After a filter: the sub-attribute of each selected value. */
  readonly property?: string;
}

const CORE_USER = "urn:ietf:params:scim:schemas:core:2.0:user";

// RFC 7644 §3.5.2: PATH = attrPath / valuePath [subAttr].
const ATTRIBUTE = /^(?:(urn:[\w.:-]+):)?([A-Za-z][\w-]*)(?:\.([A-Za-z][\w-]*))?$/i;

/**
 * Parses the path of a patch: `name.familyName`, `emails[type eq "work"].value`.
 *
 * @throws FilterSyntaxError if it is not a path.
 */
export function parseScimPath(text: string): ScimPath {
  if (text.includes(" ") && !text.includes("[")) throw new FilterSyntaxError("contains a space");
  const tokens = filterTokens(text);
  const opening = tokens.findIndex((token) => isMark(token, "["));
  const closing = tokens.findIndex((token) => isMark(token, "]"));
  const [first] = tokens;
  const [, extension, attribute, subAttribute] = ATTRIBUTE.exec(first?.kind === "word" ? first.text : "") ?? [];
  if (attribute === undefined) throw new FilterSyntaxError("does not begin with an attribute");
  const path = {
    ...(extension === undefined || extension.toLowerCase() === CORE_USER ? {} : { extension }),
    attribute,
    ...(subAttribute === undefined ? {} : { subAttribute }),
  };
  if (tokens.length === 1) return path;
  if (opening !== 1 || closing < 0) throw new FilterSyntaxError("must have only a filter in brackets after its attribute");
  const filter = parseTokens(tokens.slice(2, closing));
  const [last, ...more] = tokens.slice(closing + 1);
  if (last === undefined) return { ...path, filter };
  if (more.length > 0 || last.kind !== "word" || !last.text.startsWith(".")) throw new FilterSyntaxError("must have only a sub-attribute after its filter");
  return { ...path, filter, property: last.text.slice(1) };
}

function isMark(token: FilterToken, mark: string): boolean {
  return token.kind === "mark" && token.text === mark;
}
