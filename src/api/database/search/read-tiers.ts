/** Queries of an engine for the tiers of a search, best first. `inName` leaves out what is `inCategory`; the others overlap. */
export interface TierQueries<Query> {
  inCategory: Query;
  inName: Query;
  byPrefix: Query;
  anywhere: Query;
}

/**
 * Reads the ids of all matches, best tier first; an id belongs to the first tier that names it. Up to `undividedMax` matches are one tier.
 * Prefixes take longest, and most searches are for whole words: they are read only when some matches have a longer word.
 */
export async function readTiers<Query>(
  { inCategory, inName, byPrefix, anywhere }: TierQueries<Query>,
  read: (query: Query) => Promise<Uint32Array>,
  undividedMax = 0,
): Promise<Uint32Array[]> {
  // At the same time, for a database that has several cores.
  const [all, ...exact] = await Promise.all([read(anywhere), read(inCategory), read(inName)]);
  if (all.length <= undividedMax) return [all];
  const areAllExact = exact.reduce((sum, { length }) => sum + length, 0) >= all.length;
  return [...exact, ...(areAllExact ? [] : [await read(byPrefix)]), all];
}
