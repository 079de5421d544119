import { inspect } from "node:util";

/** What must never be seen again outside of a request. None looks like an id, and some hold characters that encodings change. */
export const SENTINELS = {
  token: "kwtok.Xq3vJ8Lr0TnPz6WbYd",
  clientSecret: "kwsec~M4hG9sQe2UcA7:fRk+/=",
  code: "kwcod-H7tN1yKw5EjD3oXi",
  refreshToken: "kwref_B8mVz2CaL6pJw4Ug",
  fieldValue: 'kwfld Vb5 "swordfish" \\ Grüße €9pLx',
  cursor: "kwcur_qOUMi7bn90aGVyXzQ1fD",
  /** What a service answers and only code may see. */
  answeredValue: "kwans Td6 opensesame 3NcEv",
} as const;

/** A run of a secret that is at least this long counts as the secret: an excerpt may have been clipped in its middle. */
const PIECE_LENGTH = 10;
const STEP = 4;

/** Every piece of every sentinel, in each of the forms in which it could be shown, in lower case, with the name of its sentinel. */
const PIECES: readonly (readonly [piece: string, name: string])[] = Object.entries(SENTINELS).flatMap(([name, secret]) =>
  [...new Set(formsOf(secret))].flatMap((form) => piecesOf(form).map((piece) => [piece, name] as const)),
);

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const utf8 = Buffer.from(secret);
  // In Base64 a text looks different at each of three offsets; the characters beside it change the first and last ones.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), utf8])
      .toString("base64")
      .slice(offset === 0 ? 0 : 4, -4),
  );
  return [secret, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(secret), utf8.toString("latin1"), utf8.toString("hex"), ...base64];
}

function piecesOf(form: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at + PIECE_LENGTH <= form.length; at += STEP) pieces.push(form.slice(at, at + PIECE_LENGTH).toLowerCase());
  return pieces;
}

const FORMS: readonly ((value: unknown) => string)[] = [
  (value) => inspect(value),
  (value) => inspect(value, { depth: Infinity, getters: true }),
  (value) => String(JSON.stringify(value)),
  String,
];

/** The names of the secrets that a text shows. */
export function secretsIn(text: string): string[] {
  // Many texts differ in nothing but the port of their server.
  const same = text.replaceAll(/127\.0\.0\.1:\d+/g, "").toLowerCase();
  return known.get(same) ?? remember(same, [...new Set(PIECES.filter(([piece]) => same.includes(piece)).map(([, name]) => name))]);
}

/** The names of the secrets that a value shows in any form in which it could be logged: itself, its stack, its excerpt and its causes. */
export function secretsShownBy(value: unknown, depth = 0): string[] {
  if (value === undefined || depth > 8) return [];
  const found = FORMS.flatMap((show) => secretsIn(show(value)));
  if (!(value instanceof Error)) return found;
  return [...found, ...secretsIn(`${value.stack} ${String((value as { readonly excerpt?: unknown }).excerpt)}`), ...secretsShownBy(value.cause, depth + 1)];
}

const known = new Map<string, string[]>();

function remember(text: string, found: string[]): string[] {
  known.set(text, found);
  return found;
}
