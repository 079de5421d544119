/** Reserved words in a module (ECMA-262 §12.7.2), and `undefined`. */
const RESERVED = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield".split(
    " ",
  ),
);

/** Whether a name is valid for a variable. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name);
}

/** Whether a name is valid for a service: `ticket-desk` becomes `createTicketDeskClient`. */
export function isServiceName(name: string): boolean {
  return /^[A-Za-z]\w*(-\w+)*$/.test(name) && !RESERVED.has(name.charAt(0).toLowerCase() + name.slice(1));
}
