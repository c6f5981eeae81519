import { readArrayFile, readArrayFileHeader, writeArrayFile } from './array-file.ts';
import type { StampedColumns } from './columns-file.ts';
import type { NumberColumn } from './growing-column.ts';
import type { MatchCache } from './match-cache.ts';
import { rowSetNames, type WordRows } from './word-rows.ts';

// The cached matches of searches in a file of their own, which is read when the columns are already in use.

/** Change it when the matches of searches get another meaning: files with another one are not read. */
const SIGNATURE = 'haat-matches-2\n';

/** The columns whose rows are named: their revisions, and their number of products. */
type Revisions = Pick<StampedColumns, 'listing' | 'stamp' | 'words'> & { products: number };

interface Header extends Revisions {
  /** Searches, and how many arrays are the parts of each. */
  searches: { key: string; isScored: boolean; parts: number }[];
  /** The keys of common words, whose row sets are the arrays after these, and the other terms by beginning. */
  commonWords: { keys: string[]; otherTerms: [string, readonly string[]][] } | undefined;
}

/** Writes the matches that columns have cached to a file, which is replaced as a whole. */
export function writeMatches(path: string, { listing, stamp, words: revision, ids, matches }: StampedColumns): Promise<void> {
  const searches = matches.list();
  const words = matches.commonWords;
  const header: Header = {
    ...{ listing, stamp, words: revision, products: ids.length },
    searches: searches.map(([key, { isScored, parts }]) => ({ key, isScored, parts: parts.length })),
    commonWords: words && { keys: [...words.rows.keys()], otherTerms: [...words.otherTerms] },
  };
  return writeArrayFile(path, SIGNATURE, header, [
    ...searches.flatMap(([, { parts }]) => parts),
    ...[...(words?.rows.values() ?? [])].flatMap((rows) => rowSetNames.map((name) => rows[name])),
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
  const left = found.arrays.values() as IteratorObject<NumberColumn>;
  for (const { key, isScored, parts } of searches) cache.set(key, { isScored, parts: [...left.take(parts)] as Uint32Array[] });
  const takeRows = () => Object.fromEntries(rowSetNames.map((name) => [name, left.next().value])) as WordRows;
  cache.commonWords ??= commonWords && {
    rows: new Map(commonWords.keys.map((key) => [key, takeRows()])),
    otherTerms: new Map(commonWords.otherTerms),
  };
}
