/** Queries of an engine for the tiers of a search, best first. */
export interface TierQueries<Query> {
  inCategory: Query;
  /** Without what is in category or brand. */
  inName: Query;
  /** May repeat what the first two have. */
  byPrefix: Query;
  /** All matches without what the first two have. */
  inexact: Query;
}

/**
 * Reads the ids of all matches, best tier first; an id belongs to the first tier that names it. Up to `undividedMax` matches may be in the last
 * tier. Most searches are for whole words, which no other match has: then prefixes are not read.
 */
export async function readTiers<Query>(
  { inCategory, inName, byPrefix, inexact }: TierQueries<Query>,
  read: (query: Query) => Promise<Uint32Array>,
  undividedMax = 0,
): Promise<Uint32Array[]> {
  // At the same time, for a database that has several cores.
  const [category, name, others] = await Promise.all([read(inCategory), read(inName), read(inexact)]);
  const isUndivided = others.length === 0 || category.length + name.length + others.length <= undividedMax;
  return [category, name, ...(isUndivided ? [] : [await read(byPrefix)]), others];
}
