/** Keeps a refresh token between runs of a program. */
export interface TokenStore {
  /** Gives the refresh token that was saved last; `undefined` where there is none. */
  load(): Promise<string | undefined>;
  /** Keeps a refresh token for good before it resolves: the service may accept no earlier one from now on. */
  save(refreshToken: string): Promise<void>;
}

/** Keeps a refresh token as long as the program runs. */
export function memoryTokenStore(initial: string | undefined): TokenStore {
  let kept = initial;
  return {
    load: async () => kept,
    save: async (refreshToken) => {
      kept = refreshToken;
    },
  };
}
