import type { Db } from '#api/database/schema/engine.ts';
import type { IndexTerm } from '#api/database/search/index-interface.ts';
import { singularise } from '#api/database/search/tokenise.ts';
import { computeEditDistance } from '#lib/rules/edit-distance.ts';
import { bigrams, getVocabulary, type Vocabulary } from './vocabulary.ts';

const MIN_CORRECTED_LENGTH = 4;
/** Words up to this length may have an edit distance of 1 to their correction, longer ones of 2. */
const MAX_ONE_EDIT_LENGTH = 5;
const MAX_CORRECTIONS = 3;
/** A correction must be this many times more common than the terms that start with the word as typed. */
const PREFIX_FREQUENCY_RATIO = 10;

/** Whether a word has a digit. Such a word is a code, a model or a measure, of which each character counts. */
export const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

/** The terms that share at least two bigrams with a word. */
function findSimilarTerms({ terms, byBigram }: Vocabulary, word: string): IndexTerm[] {
  const shared = new Map<number, number>();
  for (const bigram of bigrams(word)) {
    for (const index of byBigram.get(bigram) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
  }
  return [...shared].flatMap(([index, count]) => (count >= 2 ? (terms[index] ?? []) : []));
}

/** The most edits between a word that finds nothing and one that is offered instead: the shopper decides, so more than in a correction. */
const MAX_OFFERED_EDITS = 3;

/** Terms of the catalogue that are spelt nearly as the longest word of a text without known words, the nearest first; at most three. */
export async function findNearTerms(db: Db, text: string): Promise<string[]> {
  const [word = ''] = (text.toLowerCase().match(/\p{L}+/gu) ?? []).sort((a, b) => b.length - a.length);
  const limit = Math.min(MAX_OFFERED_EDITS, Math.floor(word.length / 2));
  return findSimilarTerms(await getVocabulary(db), word)
    .map(({ term, products }) => ({ term, products, edits: computeEditDistance(word, term, limit) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits || b.products - a.products)
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term);
}

/**
 * The likeliest corrections of a misspelt word among the catalogue's terms, best first. Where terms start with the word, a correction
 * must be far more common than they are: "denm" is a prefix of "denmark" but means "denim".
 */
export async function correctWord(db: Db, word: string): Promise<string[]> {
  if (word.length < MIN_CORRECTED_LENGTH || hasDigit(word)) return [];
  const limit = word.length <= MAX_ONE_EDIT_LENGTH ? 1 : 2;
  const stem = singularise(word);
  const vocabulary = await getVocabulary(db);
  const prefixCount = vocabulary.terms.reduce((sum, { term, products }) => sum + (term.startsWith(word) ? products : 0), 0);
  const candidates = findSimilarTerms(vocabulary, word).flatMap(({ term, products }) => {
    const edits = Math.min(computeEditDistance(word, term, limit), computeEditDistance(stem, term, limit));
    if (edits > limit || hasDigit(term) || products < prefixCount * PREFIX_FREQUENCY_RATIO) return [];
    return [{ term, products, edits, otherStart: term[0] === word[0] ? 0 : 1 }];
  });
  candidates.sort((a, b) => a.edits - b.edits || a.otherStart - b.otherStart || b.products - a.products);
  return candidates
    .filter(({ edits, otherStart }) => edits === candidates[0]?.edits && otherStart === candidates[0]?.otherStart)
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => term);
}
