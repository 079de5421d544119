/** A terminal that shows the last lines of what is written, as a user sees it. */
export interface Terminal {
  readonly isTTY: true;
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
  /** Returns the lines that scrolled away and those on the screen, without empty lines at the end. */
  lines(): readonly string[];
}

const ESCAPE = "\u001B";
const TOKEN = new RegExp(`${ESCAPE}\\[(\\d+)A|${ESCAPE}\\[J|[^${ESCAPE}]|${ESCAPE}.*`, "gsu");

/** Creates an empty terminal. It knows the codes of ECMA-48 that move the cursor up (CUU) and erase the rest of the screen (ED). Any other one is an error. */
export function createTerminal({ columns = 120, rows = 24 } = {}): Terminal {
  const lines = [""];
  let row = 0;
  let column = 0;

  function put(character: string): void {
    if (column === columns) nextLine();
    const line = (lines[row] ?? "").padEnd(column);
    lines[row] = `${line.slice(0, column)}${character}${line.slice(column + 1)}`;
    column += 1;
  }

  function nextLine(): void {
    row += 1;
    column = 0;
    if (row === lines.length) lines.push("");
  }

  return {
    isTTY: true,
    columns,
    rows,
    write(text) {
      for (const [token, up] of text.matchAll(TOKEN)) {
        if (token === "\n") nextLine();
        else if (token === "\r") column = 0;
        else if (token === `${ESCAPE}[J`) lines.splice(row, Infinity, (lines[row] ?? "").slice(0, column));
        // Lines that scrolled away cannot be reached.
        else if (up !== undefined) row = Math.max(row - Number(up), lines.length - rows, 0);
        else if (token.startsWith(ESCAPE)) throw new Error(`the terminal does not know ${JSON.stringify(token)}`);
        else put(token);
      }
    },
    lines: () => lines.join("\n").trimEnd().split("\n"),
  };
}
