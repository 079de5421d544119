/** The middle value; of an even count, the mean of the middle two. `NaN` of none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share of the values lies, interpolated between neighbours. `NaN` of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The middle half. */
export function spread(values: readonly number[]): [low: number, high: number] {
  return [quantile(values, 0.25), quantile(values, 0.75)];
}

/** Divides round by round, so that what slows a whole round falls out. */
export function pairedRatios(values: readonly number[], bases: readonly number[]): number[] {
  if (values.length !== bases.length) throw new RangeError(`rounds are compared in pairs; got ${values.length} and ${bases.length}`);
  return values.map((value, round) => value / (bases[round] as number));
}

/** A median with its spread. */
export function summary(values: readonly number[]): { readonly figure: number; readonly spread: readonly [low: number, high: number] } {
  return { figure: median(values), spread: spread(values) };
}

/** The same values in a random order (Fisher and Yates). */
export function shuffled<Value>(values: readonly Value[], random: () => number = Math.random): Value[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [order[last], order[pick]] = [order[pick] as Value, order[last] as Value];
  }
  return order;
}
