import type { Call, ReplyOf } from '#lib/contract/call.ts';

/**
 * A reply as the contract describes it, fields that the contract does not know left out; undefined when it does not match.
 * A null where the contract has an optional field counts as absent: other stores write it so.
 */
export function parseReply<C extends Call>(call: C, reply: object): ReplyOf<C> | undefined {
  const first = call.reply.safeParse(reply);
  if (first.success) return first.data as ReplyOf<C>;
  const nulls = first.error.issues.filter(({ path }) => path.length > 0 && dropNull(reply, path));
  if (nulls.length === 0) return undefined;
  const second = call.reply.safeParse(reply);
  return second.success ? (second.data as ReplyOf<C>) : undefined;
}

/** Removes the value at `path` if it is null; false when it is something else. */
function dropNull(root: object, path: readonly PropertyKey[]): boolean {
  let holder = root as Record<PropertyKey, unknown>;
  for (const key of path.slice(0, -1)) {
    const next = holder[key];
    if (typeof next !== 'object' || next === null) return false;
    holder = next as Record<PropertyKey, unknown>;
  }
  const last = path.at(-1) as PropertyKey;
  if (Array.isArray(holder) || holder[last] !== null) return false;
  delete holder[last];
  return true;
}
