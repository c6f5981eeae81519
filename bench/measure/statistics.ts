/** Returns the value below which `fraction` (0 to 1) of the values lie; NaN for no values. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

/** Returns the middle value; NaN for no values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Formats values as their median with the least and the most, such as `12 (10 to 15)`. */
export const formatRange = (values: readonly number[], digits = 0): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;

/** Formats the number of responses by HTTP status, such as `200: 41  404: 2`. */
export const formatStatusCounts = (counts: ReadonlyMap<number, number>): string =>
  [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join('  ');

/** Adds the counts of `more` to `counts`. */
export function addCounts(counts: Map<number, number>, more: ReadonlyMap<number, number>): void {
  for (const [status, count] of more) counts.set(status, (counts.get(status) ?? 0) + count);
}
