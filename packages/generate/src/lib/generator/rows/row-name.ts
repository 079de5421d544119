import { isVariableName } from "../../contract/index.ts";

/** The variable of an operation's row. */
export function rowName(id: string): string {
  return variableName(id, ["operations"]);
}

/** The name of a variable for an operation: its id, unless that is reserved or taken. */
export function variableName(id: string, taken: readonly string[]): string {
  return isVariableName(id) && !taken.includes(id) ? id : `${id}_`;
}
