/** Replaces secrets by placeholders, which are equal if the secrets are equal. */
export interface Masks {
  /** Returns the placeholder of a secret, such as `masked-3`. */
  mask(secret: string): string;
  /** Also removes a credential from later texts, because servers may repeat it in a message. */
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

/** Returns a text with equal placeholders, because their numbers depend on earlier requests. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/masked-\d+/g, "masked");
}
