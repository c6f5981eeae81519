import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';

/**
 * Returns the fields of a reply that the contract knows; undefined if the reply does not match. A null in an optional field counts as
 * absent, because other store APIs send it.
 */
export function parseReply<C extends Call>(call: C, reply: object): ReplyOf<C> | undefined {
  const parsed = call.reply.safeParse(reply);
  if (parsed.success) return parsed.data as ReplyOf<C>;
  const nulls = parsed.error.issues.filter(({ path }) => path.length > 0 && dropNull(reply, path));
  if (nulls.length === 0) return undefined;
  const reparsed = call.reply.safeParse(reply);
  return reparsed.success ? (reparsed.data as ReplyOf<C>) : undefined;
}

/** Removes the value at `path` if it is null; false when it is something else. */
function dropNull(root: object, path: readonly PropertyKey[]): boolean {
  let parent = root as Record<PropertyKey, unknown>;
  for (const key of path.slice(0, -1)) {
    const next = parent[key];
    if (typeof next !== 'object' || next === null) return false;
    parent = next as Record<PropertyKey, unknown>;
  }
  const last = path.at(-1) as PropertyKey;
  if (Array.isArray(parent) || parent[last] !== null) return false;
  delete parent[last];
  return true;
}
