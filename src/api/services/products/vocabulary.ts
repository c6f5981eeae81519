import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import type { IndexTerm } from '#api/database/search/index-interface.ts';
import { listTerms, readWordsRevision } from '#api/database/search/product-index.ts';

/** Shorter terms correct no word. */
const MIN_TERM_LENGTH = 3;

/** Rarer terms correct no word: so many are found and kept in a bounded time and memory. */
const MAX_TERMS = 50_000;

/** A catalogue with so many products is a large one. */
const LARGE_CATALOGUE = 50_000;

/** In a large catalogue, the terms are read again at most this often, in milliseconds: that takes seconds. */
const READ_INTERVAL_MS = 30_000;

/** The terms of the search index, for spelling correction. */
export interface Vocabulary {
  terms: readonly IndexTerm[];
  /** Indexes into `terms` by letter bigram. */
  byBigram: ReadonlyMap<string, number[]>;
}

interface VocabularyState {
  vocabulary?: Vocabulary;
  /** The revision of the search index that it was read at. */
  words?: number;
  /** When the last read began (performance.now()). */
  readAt: number;
  reading?: Promise<Vocabulary> | undefined;
}

const stateOf = keepPerDatabase((): VocabularyState => ({ readAt: Number.NEGATIVE_INFINITY }));

/** The letter bigrams of a word with both ends marked. Words one edit apart share at least two. */
export function bigrams(word: string): Set<string> {
  const marked = `^${word}$`;
  const found = new Set<string>();
  for (let i = 0; i + 2 <= marked.length; i++) found.add(marked.slice(i, i + 2));
  return found;
}

function buildVocabulary(terms: readonly IndexTerm[]): Vocabulary {
  const byBigram = new Map<string, number[]>();
  terms.forEach(({ term }, index) => {
    for (const bigram of bigrams(term)) {
      const list = byBigram.get(bigram);
      if (list) list.push(index);
      else byBigram.set(bigram, [index]);
    }
  });
  return { terms, byBigram };
}

async function isLargeCatalogue(db: Db): Promise<boolean> {
  const newest = await db.selectFrom('product').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return (newest?.id ?? 0) >= LARGE_CATALOGUE;
}

async function read(db: Db, state: VocabularyState): Promise<Vocabulary> {
  state.readAt = performance.now();
  const words = await readWordsRevision(db);
  const terms = (await listTerms(db)).filter(({ term }) => term.length >= MIN_TERM_LENGTH && /^\p{L}+$/u.test(term));
  state.vocabulary = buildVocabulary(terms.sort((a, b) => b.products - a.products).slice(0, MAX_TERMS));
  state.words = words;
  return state.vocabulary;
}

/** Reads the terms, once for all callers. A failed read is tried again by the next caller. */
function startReading(db: Db, state: VocabularyState): Promise<Vocabulary> {
  state.reading ??= read(db, state).finally(() => {
    state.reading = undefined;
  });
  return state.reading;
}

/**
 * The most common terms of the current search index. In a large catalogue, those that were read last: after a change they are read again in the
 * background, because that takes seconds and a correction need not know the newest words.
 */
export async function getVocabulary(db: Db): Promise<Vocabulary> {
  const state = stateOf(db);
  const { vocabulary, words } = state;
  if (vocabulary && words === (await readWordsRevision(db))) return vocabulary;
  if (!vocabulary || !(await isLargeCatalogue(db))) return startReading(db, state);
  if (performance.now() - state.readAt > READ_INTERVAL_MS) startReading(db, state).catch(() => undefined);
  return vocabulary;
}
