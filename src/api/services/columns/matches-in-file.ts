import type { NumberColumn } from './growing-column.ts';
import { MatchCache } from './match-cache.ts';
import { rowSetNames, type WordRows } from './word-rows.ts';

/** What the file of the columns says about the arrays of cached matches, in the order in which they follow. */
export interface MatchesHeader {
  /** Searches, and how many arrays are the parts of each. */
  searches: { key: string; isScored: boolean; parts: number }[];
  /** Common words, and which of the row sets of each are bitmaps. */
  commonWords: { key: string; areBitmaps: boolean[] }[] | undefined;
}

/** The matches to keep for the next start, as a header and arrays. */
export function toHeaderAndArrays(cache: MatchCache): { header: MatchesHeader; arrays: Uint32Array[] } {
  const searches = cache.list();
  const words =
    cache.commonWords && [...cache.commonWords].map(([key, rows]) => ({ key, sets: rowSetNames.map((name) => rows[name]) }));
  return {
    header: {
      searches: searches.map(([key, { isScored, parts }]) => ({ key, isScored, parts: parts.length })),
      commonWords: words?.map(({ key, sets }) => ({ key, areBitmaps: sets.map(({ isBitmap }) => isBitmap) })),
    },
    arrays: [
      ...searches.flatMap(([, { parts }]) => parts),
      ...(words ?? []).flatMap(({ sets }) => sets.map(({ numbers }) => numbers)),
    ],
  };
}

/** The matches from a header and its arrays. */
export function fromHeaderAndArrays({ searches, commonWords }: MatchesHeader, arrays: readonly NumberColumn[]): MatchCache {
  const cache = new MatchCache();
  const left = arrays.values() as IteratorObject<Uint32Array>;
  const take = (count: number) => [...left.take(count)];
  for (const { key, isScored, parts } of searches) cache.set(key, { isScored, parts: take(parts) });
  const takeRows = (areBitmaps: readonly boolean[]) => {
    const sets = take(areBitmaps.length).map((numbers, i) => ({ isBitmap: areBitmaps[i], numbers }));
    return Object.fromEntries(rowSetNames.map((name, i) => [name, sets[i]])) as WordRows;
  };
  cache.commonWords = commonWords && new Map(commonWords.map(({ key, areBitmaps }) => [key, takeRows(areBitmaps)]));
  return cache;
}
