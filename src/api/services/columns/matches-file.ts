import { readArrayFile, readArrayFileHeader, writeArrayFile } from './array-file.ts';
import type { StampedColumns } from './columns-file.ts';
import type { MatchCache } from './match-cache.ts';
import { rowSetNames, type WordRows } from './word-rows.ts';

// The cached matches of searches in a file of their own, which is read when the columns are already in use.

/** Change it when the matches of searches get another meaning: files with another one are not read. */
const SIGNATURE = 'haat-matches-1\n';

/** The columns whose rows are named: their revisions, and their number of products. */
type Revisions = Pick<StampedColumns, 'listing' | 'stamp' | 'words'> & { products: number };

interface Header extends Revisions {
  /** Searches, and how many arrays are the parts of each. */
  searches: { key: string; isScored: boolean; parts: number }[];
  /** Common words, and which of the row sets of each, which are the arrays after these, are bitmaps. */
  commonWords: { key: string; areBitmaps: boolean[] }[] | undefined;
}

/** Writes the matches that columns have cached to a file, which is replaced as a whole. */
export function writeMatches(path: string, { listing, stamp, words: revision, ids, matches }: StampedColumns): Promise<void> {
  const searches = matches.list();
  const words =
    matches.commonWords && [...matches.commonWords].map(([key, rows]) => ({ key, sets: rowSetNames.map((name) => rows[name]) }));
  const header: Header = {
    ...{ listing, stamp, words: revision, products: ids.length },
    searches: searches.map(([key, { isScored, parts }]) => ({ key, isScored, parts: parts.length })),
    commonWords: words?.map(({ key, sets }) => ({ key, areBitmaps: sets.map(({ isBitmap }) => isBitmap) })),
  };
  return writeArrayFile(path, SIGNATURE, header, [
    ...searches.flatMap(([, { parts }]) => parts),
    ...(words ?? []).flatMap(({ sets }) => sets.map(({ numbers }) => numbers)),
  ]);
}

/** Which columns the matches in a file belong to, and whether common words are among them; undefined when there are none. */
export async function describeMatches(path: string): Promise<(Revisions & { hasCommonWords: boolean }) | undefined> {
  const header = await readArrayFileHeader<Header>(path, SIGNATURE);
  if (!header) return undefined;
  const { searches: _, commonWords, ...revisions } = header;
  return { ...revisions, hasCommonWords: commonWords !== undefined };
}

/** Adds the matches of a file that belong to columns with this stamp to a cache. Rejects when it cannot be read. */
export async function readMatchesInto(cache: MatchCache, path: string, stamp: string): Promise<void> {
  const found = await readArrayFile<Header>(path, SIGNATURE, (header) => header.stamp === stamp);
  if (!found) return;
  const { searches, commonWords } = found.header;
  const left = found.arrays.values() as IteratorObject<Uint32Array>;
  const take = (count: number) => [...left.take(count)];
  for (const { key, isScored, parts } of searches) cache.set(key, { isScored, parts: take(parts) });
  const takeRows = (areBitmaps: readonly boolean[]) => {
    const sets = take(areBitmaps.length).map((numbers, i) => ({ isBitmap: areBitmaps[i], numbers }));
    return Object.fromEntries(rowSetNames.map((name, i) => [name, sets[i]])) as WordRows;
  };
  cache.commonWords ??= commonWords && new Map(commonWords.map(({ key, areBitmaps }) => [key, takeRows(areBitmaps)]));
}
