import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { replaceFileAtomically } from '#api/database/files/replace-file.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { IndexTerm } from '#api/database/search/index-interface.ts';
import { listTerms, readWordsRevision } from '#api/database/search/product-index.ts';
import { isLargeCatalogue } from '#api/services/columns/current-columns.ts';

/** Shorter terms correct no word. */
const MIN_TERM_LENGTH = 3;

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
  /** The file in which the terms of a large catalogue are kept for the next start. */
  file?: string;
}

const states = new WeakMap<Db, VocabularyState>();

function stateOf(db: Db): VocabularyState {
  const state = states.get(db) ?? { readAt: Number.NEGATIVE_INFINITY };
  states.set(db, state);
  return state;
}

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

const savedTerms = z.object({ words: z.int(), terms: z.array(z.tuple([z.string(), z.int()])) });

/** Takes the terms that an earlier process has read. */
async function restore(state: VocabularyState, file: string): Promise<void> {
  const { words, terms } = savedTerms.parse(JSON.parse(await readFile(file, 'utf8')));
  state.vocabulary ??= buildVocabulary(terms.map(([term, products]) => ({ term, products })));
  state.words ??= words;
}

async function read(db: Db, state: VocabularyState): Promise<Vocabulary> {
  state.readAt = performance.now();
  const words = await readWordsRevision(db);
  const all = await listTerms(db);
  const terms = all.filter(({ term }) => term.length >= MIN_TERM_LENGTH && /^\p{L}+$/u.test(term));
  state.vocabulary = buildVocabulary(terms);
  state.words = words;
  if (state.file && (await isLargeCatalogue(db))) {
    const text = JSON.stringify({ words, terms: terms.map(({ term, products }) => [term, products]) });
    // Without the file, only the next start is slower.
    await replaceFileAtomically(state.file, (handle) => handle.writeFile(text)).catch(() => undefined);
  }
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
 * The terms of the current search index. In a large catalogue, those that were read last: after a change they are read again in the
 * background, because that takes seconds and a correction need not know the newest words.
 */
export async function getVocabulary(db: Db): Promise<Vocabulary> {
  const state = stateOf(db);
  if (!state.vocabulary && state.file && !state.reading) await restore(state, state.file).catch(() => undefined);
  const { vocabulary, words } = state;
  if (vocabulary && words === (await readWordsRevision(db))) return vocabulary;
  if (!vocabulary || !(await isLargeCatalogue(db))) return startReading(db, state);
  if (performance.now() - state.readAt > READ_INTERVAL_MS) startReading(db, state).catch(() => undefined);
  return vocabulary;
}

/** The terms of the current search index, also where reading them takes seconds. */
export async function getCurrentVocabulary(db: Db): Promise<Vocabulary> {
  const { vocabulary, words } = stateOf(db);
  return vocabulary && words === (await readWordsRevision(db)) ? vocabulary : startReading(db, stateOf(db));
}

/** Whether terms have been read: then `getVocabulary` need not wait. */
export const hasVocabulary = (db: Db): boolean => stateOf(db).vocabulary !== undefined;

/** Reads the current terms. */
export const readVocabulary = (db: Db): Promise<Vocabulary> => startReading(db, stateOf(db));

/** Names the file in which the terms of a large catalogue are kept for the next start. */
export function setVocabularyFile(db: Db, file: string): void {
  stateOf(db).file = file;
}
