/** Returns the median; the mean of the middle two for an even count, `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns a quantile with linear interpolation; `NaN` for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** Returns the first and the third quartile. */
export function spread(values: readonly number[]): [low: number, high: number] {
  return [quantile(values, 0.25), quantile(values, 0.75)];
}

/** Returns the ratios of the rounds, which do not depend on how fast the machine was in a round. */
export function pairedRatios(values: readonly number[], bases: readonly number[]): number[] {
  if (values.length !== bases.length) throw new RangeError(`expected equally many rounds of both clients, got ${values.length} and ${bases.length}`);
  return values.map((value, round) => value / (bases[round] as number));
}

/** Returns the median and the spread. */
export function summary(values: readonly number[]): { readonly figure: number; readonly spread: readonly [low: number, high: number] } {
  return { figure: median(values), spread: spread(values) };
}

/** Returns the values in a random order (Fisher–Yates shuffle). */
export function shuffled<Value>(values: readonly Value[], random: () => number = Math.random): Value[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [order[last], order[pick]] = [order[pick] as Value, order[last] as Value];
  }
  return order;
}
