import { InvalidArgumentError, Option } from 'commander';
import { formatIndianTime } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { type OrderStatus, orderStatuses } from '#lib/contract/order-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { PAISE_PER_RUPEE } from '#lib/rules/money.ts';
import { formatNumber } from '#lib/rules/text.ts';

/** Parses a whole number from `min` to `max`. Throws `InvalidArgumentError` for anything else. */
export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${formatNumber(max)}`;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };

/** Parses rupees such as "999" or "999.50" to paise. Throws `InvalidArgumentError`. */
export function parseRupees(text: string): number {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text))
    throw new InvalidArgumentError('It must be an amount in rupees, such as 999 or 999.50.');
  return Math.round(Number(text) * PAISE_PER_RUPEE);
}

/** A time on a day in Indian time as ISO 8601 in UTC; undefined when `day` is not a calendar day. */
function toUtc(day: string, time: string): string | undefined {
  const date = new Date(`${day}T${time}+05:30`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(date.getTime())) return undefined;
  return formatIndianTime(date.toISOString()).startsWith(day) ? date.toISOString() : undefined;
}

/** Parses a day in Indian time to the given time of that day, ISO 8601 in UTC. Throws `InvalidArgumentError`. */
export const dayAt =
  (time: string) =>
  (text: string): string => {
    const date = toUtc(text, time);
    if (!date) throw new InvalidArgumentError('It must be a day, such as 2026-11-30.');
    return date;
  };

const unitMs = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Parses "7d", "12h", "90m" before now, or the start of a day in Indian time, to ISO 8601 in UTC. Throws `InvalidArgumentError`. */
export function parseSince(text: string): string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count && unit) return new Date(Date.now() - Number(count) * unitMs[unit as keyof typeof unitMs]).toISOString();
  const day = toUtc(text, '00:00:00');
  if (!day) throw new InvalidArgumentError('It must be a time such as 7d, 12h or 90m, or a day such as 2026-11-20.');
  return day;
}

/** Entries that a list shows unless told otherwise. */
const DEFAULT_LIMIT = 50;

/** The option `--limit` of commands that list entries, up to `max` of them. */
export const limitOption = (max?: number): Option =>
  new Option('--limit <n>', 'maximum number of entries').argParser(wholeNumber(1, max)).default(DEFAULT_LIMIT);

/** Splits `key=value` and trims both. Throws a `UsageError` that names the expected `form`. */
export function splitAssignment(assignment: string, form: string): { key: string; value: string } {
  const at = assignment.indexOf('=');
  if (at < 1) throw new UsageError(`"${assignment}" is not of the form ${form}`);
  return { key: assignment.slice(0, at).trim(), value: assignment.slice(at + 1).trim() };
}

/** Finds a status by its full text or an unambiguous part of it. Throws a `UsageError`. */
export function readStatus(text: string): OrderStatus {
  const query = text.trim().toLowerCase();
  const exact = orderStatuses.find((status) => status === query);
  if (exact) return exact;
  const [status, ...others] = orderStatuses.filter((candidate) => query !== '' && candidate.includes(query));
  if (status && others.length === 0) return status;
  throw new UsageError(`"${text}" is not an order status. Statuses are: ${orderStatuses.join(', ')}`);
}

/**
 * Splits `name=value` whose name is one of `names`, each of which is a `what`, such as "limit". Throws a `UsageError` for another form,
 * `CommandFailed` for another name.
 */
export function splitKnown<Name extends string>(
  assignment: string,
  form: string,
  what: string,
  names: readonly Name[],
): [name: Name, value: string] {
  const { key, value } = splitAssignment(assignment, form);
  const name = names.find((known) => known === key);
  if (name !== undefined) return [name, value];
  const all = `${what.charAt(0).toUpperCase()}${what.slice(1)}s are: ${names.join(', ')}`;
  throw new CommandFailed(`There is no ${what} "${key}". ${all}`);
}
