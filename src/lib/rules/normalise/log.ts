/** Least time between two log lines about one field, in milliseconds. */
const INTERVAL_MS = 60_000;

/** Most fields that are remembered: names come from the store. */
const MAX_FIELDS = 500;

const loggedAt = new Map<string, number>();

/** Logs that a field of a store's reply cannot be used, at most once a minute; row numbers make no difference. */
export function noteUnusable(path: string, field: string, now = Date.now()): void {
  const name = `${path} ${field.replace(/(^|\.)\d+(?=\.|$)/g, '$1')}`.replace(/\.{2,}/g, '.');
  const before = loggedAt.get(name);
  if (before !== undefined && now - before < INTERVAL_MS) return;
  if (loggedAt.size >= MAX_FIELDS) loggedAt.clear();
  loggedAt.set(name, now);
  console.warn(`The store's reply to ${path} does not match the contract: ${field} was left out`);
}
