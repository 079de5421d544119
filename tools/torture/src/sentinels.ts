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
export const PIECES: readonly (readonly [piece: string, name: string])[] = Object.entries(SENTINELS).flatMap(([name, secret]) =>
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
