import { median } from './statistics.ts';

/** A bound that the median must keep, or its ratio to the limit. */
export interface Goal {
  of: 'median' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

/** One row of the table of all benchmarks. */
export interface Row {
  /** What was measured, with its unit. */
  name: string;
  /** The values of all rounds. */
  measured: readonly number[];
  /** The values of what it cannot beat, measured in the same run, such as those of a bare server. */
  limit?: readonly number[];
  goal: Goal;
}

/** Returns the ratio of a row's median to its limit's; NaN without a limit. */
export const ratioOf = ({ measured, limit = [] }: Row): number => median(measured) / median(limit);

/** Whether a row keeps its goal. A value that is missing does not. */
export function keepsGoal(row: Row): boolean {
  const { of, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = row.goal;
  const value = of === 'ratio' ? ratioOf(row) : median(row.measured);
  return value >= atLeast && value <= atMost;
}

/** Formats a number with three or more digits, such as `0.85`, `17.2` or `1,585`. */
function formatNumber(value: number): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function formatValues(values: readonly number[]): string {
  const middle = formatNumber(median(values));
  return values.length < 2 ? middle : `${middle} (${formatNumber(Math.min(...values))}–${formatNumber(Math.max(...values))})`;
}

const formatGoal = ({ of, atLeast, atMost }: Goal): string =>
  `${of === 'ratio' ? 'ratio ' : ''}${atLeast === undefined ? `≤ ${formatNumber(atMost ?? Number.NaN)}` : `≥ ${formatNumber(atLeast)}`}`;

const headings = ['row', 'measured', 'limit', 'ratio', 'goal', 'holds'];

const toCells = (row: Row): string[] => [
  row.name,
  formatValues(row.measured),
  row.limit ? formatValues(row.limit) : '–',
  row.limit ? formatNumber(ratioOf(row)) : '–',
  formatGoal(row.goal),
  keepsGoal(row) ? 'yes' : 'NO',
];

/** Formats rows as a Markdown table: medians with the least and the most, the ratio to the limit, the goal and whether it holds. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(toCells)];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...body.map(format)].join('\n');
}
