/** The time, for progress alone. */
export const now = (): number => performance.now();
