/** Replaces secrets by placeholders. The same secret has the same placeholder in a cassette, so that a token can be followed. */
export interface Masks {
  /** Returns the placeholder of a secret, such as `masked-3`. */
  mask(secret: string): string;
  /** Also removes a credential from every text after this: a server may repeat it in a message or an address. */
  maskCredential(secret: string): string;
  /** Replaces known credentials, and these secrets, in a text. */
  clean(text: string, secrets?: Iterable<string>): string;
}

// A shorter text occurs in others by chance.
const SHORTEST = 6;

/** Creates placeholders for one cassette. */
export function createMasks(): Masks {
  const masked = new Map<string, string>();
  const credentials = new Set<string>();
  const mask = (secret: string): string => {
    if (ONLY_MASKS.test(secret)) return secret;
    const known = masked.get(secret) ?? `masked-${masked.size + 1}`;
    masked.set(secret, known);
    return known;
  };
  return {
    mask,
    maskCredential(secret) {
      if (secret.length >= SHORTEST && !ONLY_MASKS.test(secret)) credentials.add(secret);
      return mask(secret);
    },
    clean(text, secrets = []) {
      // The longest first: a secret can be a part of another one.
      const found = [...credentials, ...secrets].filter((secret) => secret.length >= SHORTEST && text.includes(secret));
      return found.sort((a, b) => b.length - a.length).reduce((clean, secret) => clean.replaceAll(secret, mask(secret)), text);
    },
  };
}

const ONLY_MASKS = /^masked-\d+$/;

/** Returns a text in which all placeholders are equal: which number a secret has depends on the requests before. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/masked-\d+/g, "masked");
}
