import type { CartChange, CartItem, CartLog, LineChange } from '#lib/contract/cart.ts';
import { addLine, clampQuantity, lineKey, lineStock, removeLine } from './cart.ts';

/**
 * A cart as a log: lines, and the recent changes made to them. Logs of several tabs are merged by taking the union of their changes, so
 * that two tabs that change the cart in the same moment converge without losing a change.
 */

export const emptyLog: CartLog = { base: [], until: 0, merged: false, changes: [] };

/** Changes older than this are folded into the base, in milliseconds: every other tab has received them. */
const FOLD_AFTER_MS = 60_000;

const byTime = (one: CartChange, other: CartChange): number =>
  one.at - other.at || (one.id < other.id ? -1 : Number(one.id > other.id));

/** A line with other fields, its quantity within the limit. `status` true and an empty message are the same as none. */
function updateLine(line: CartItem, fields: Extract<LineChange, { kind: 'update' }>['fields']): CartItem {
  const { status, message, ...updated } = { ...line, ...fields } as CartItem;
  const quantity = clampQuantity(updated.quantity, lineStock(updated));
  return { ...updated, quantity, ...(status === false && { status }), ...(message && { message }) };
}

function insertLine(items: readonly CartItem[], line: CartItem, at = items.length): CartItem[] {
  return [...items.slice(0, at), line, ...items.slice(at)];
}

/** Applies a change of the line with this key. A change of a line that has been removed meanwhile has no effect. */
export function applyChange(items: readonly CartItem[], key: string, change: LineChange): CartItem[] {
  const mapLine = (map: (line: CartItem) => CartItem) => items.map((line) => (lineKey(line) === key ? map(line) : line));
  switch (change.kind) {
    case 'add':
      return addLine(items, change.line);
    case 'step':
      return mapLine((line) => updateLine(line, { quantity: line.quantity + change.by, message: '' }));
    case 'update':
      return mapLine((line) => updateLine(line, change.fields));
    case 'put':
      if (items.some((line) => lineKey(line) === key)) return mapLine((line) => ({ ...line, ...change.line }));
      return insertLine(items, change.line, change.index);
    case 'remove':
      return removeLine(items, key);
  }
}

const replay = (base: readonly CartItem[], changes: readonly CartChange[]): CartItem[] =>
  changes.reduce((items, { key, change }) => applyChange(items, key, change), [...base]);

/** The lines of a log. */
export const logLines = ({ base, changes }: CartLog): CartItem[] => replay(base, changes);

/** Distance between two times of one log within a millisecond; larger ones would run ahead of the other tabs' clock. */
const STEP_MS = 1 / 1024;

const latest = ({ until, changes }: CartLog): number => Math.max(until, changes.at(-1)?.at ?? 0);

/** A time for the next change: now, but after every change in the log, whatever the clock says. */
const nextTime = (log: CartLog, now: number): number => Math.max(now, latest(log) + 2 * STEP_MS);

/** A time before the next change and after every change in the log: the time of a request for the cart. */
export const requestTime = (log: CartLog, now: number): number => nextTime(log, now) - STEP_MS;

/** Folds changes into the base that every tab has received. */
function fold(log: CartLog, now: number): CartLog {
  const kept = log.changes.findIndex(({ at }) => at > now - FOLD_AFTER_MS);
  const count = kept < 0 ? log.changes.length : kept;
  const folded = log.changes.slice(0, count);
  const until = folded.at(-1)?.at;
  if (until === undefined) return log;
  return { ...log, base: replay(log.base, folded), until, changes: log.changes.slice(count) };
}

/** Adds a change to a log. `now` is in milliseconds since 1970. */
export function recordChange(log: CartLog, change: Omit<CartChange, 'at'>, now: number): CartLog {
  const folded = fold(log, now);
  return { ...folded, changes: [...folded.changes, { ...change, at: nextTime(log, now) }] };
}

/** Replaces the lines as of the time `at`; later changes stay. A log whose base is newer stays as it is. */
export function replaceLines(log: CartLog, base: readonly CartItem[], merged: boolean, at: number): CartLog {
  if (at <= log.until) return log;
  return { ...log, base: [...base], until: at, merged, changes: log.changes.filter((change) => change.at > at) };
}

/** Which of two logs has the newer base; the text decides between equal times, so that every tab decides alike. */
function hasNewerBase(one: CartLog, other: CartLog): boolean {
  if (one.until !== other.until) return one.until > other.until;
  const [text, otherText] = [JSON.stringify(one.base), JSON.stringify(other.base)];
  return text.length !== otherText.length ? text.length > otherText.length : text >= otherText;
}

/** The empty log after a sign-out at the time `at`. */
export const resetLog = (at: number): CartLog => ({ ...emptyLog, until: at, reset: at });

/** The time of the sign-out that a log follows; 0 if there was none. */
export const resetTime = ({ reset = 0 }: CartLog): number => reset;

/**
 * Merges two logs: the newer base and all later changes of both. What a tab changed before it heard of a sign-out is dropped, however
 * late it was. Commutative, associative and idempotent.
 */
export function mergeLogs(one: CartLog, other: CartLog): CartLog {
  if (resetTime(one) !== resetTime(other)) return resetTime(one) > resetTime(other) ? one : other;
  const newer = hasNewerBase(one, other) ? one : other;
  const changes = new Map([...one.changes, ...other.changes].map((change) => [change.id, change]));
  return { ...newer, changes: [...changes.values()].filter(({ at }) => at > newer.until).sort(byTime) };
}
