/** Queries of an engine for the tiers of a search or of one word, best first. */
export interface TierQueries<Query> {
  inCategory: Query;
  /** Of a search: without what is in category or brand. Of a word: also what is there too. */
  inName: Query;
  /** May repeat what the first two have. */
  byPrefix: Query;
  /** All matches without what the first two have. */
  inexact: Query;
}

/** Ids of products by tier; an id belongs to the first tier that names it. */
export type TierIds = Record<keyof TierQueries<unknown>, Uint32Array>;

const none = new Uint32Array(0);

/** The tiers of what nothing matches. */
export const noMatches: TierIds = { inCategory: none, inName: none, byPrefix: none, inexact: none };

/**
 * Reads the ids of all matches. Up to `undividedMax` matches may be in the last tier. Most searches are for whole words, which no other match
 * has: then prefixes are not read.
 */
export async function readTiers<Query>(
  { inCategory, inName, byPrefix, inexact }: TierQueries<Query>,
  read: (query: Query) => Promise<Uint32Array>,
  undividedMax = 0,
): Promise<TierIds> {
  // At the same time, for a database that has several cores.
  const [category, name, others] = await Promise.all([read(inCategory), read(inName), read(inexact)]);
  const isUndivided = others.length === 0 || category.length + name.length + others.length <= undividedMax;
  return {
    inCategory: category,
    inName: name,
    byPrefix: isUndivided ? none : await read(byPrefix),
    inexact: others,
  };
}

/** The tiers, best first. */
export const inOrder = ({ inCategory, inName, byPrefix, inexact }: TierIds): Uint32Array[] => [
  inCategory,
  inName,
  byPrefix,
  inexact,
];

/** Reads the tiers of a word; undefined when one has more than `most` ids, of which `read` need read no more than one. */
export async function readWordTiers<Query>(
  queries: TierQueries<Query>,
  read: (query: Query) => Promise<Uint32Array>,
  most = Number.POSITIVE_INFINITY,
): Promise<TierIds | undefined> {
  const tiers = await readTiers(queries, read);
  return Object.values(tiers).some(({ length }) => length > most) ? undefined : tiers;
}
