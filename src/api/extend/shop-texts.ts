import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { computeEditDistance } from '#lib/rules/edit-distance.ts';
import { findSentences } from './replace-texts.ts';

export interface ShopTexts {
  /** The language of these words, as a BCP 47 tag such as `hi` or `ta-IN`. Pages and mails name it, and months and weekdays are in it. */
  language?: string;
  /** Words by the English sentence that they replace, with its placeholders: `{ 'Pictures of {name}': '{name} की तस्वीरें' }`. */
  texts?: Readonly<Record<string, string>>;
}

/** The sentence that `language` takes the place of (`lib/contract/text/language.ts`). */
const LANGUAGE_SENTENCE = 'en-IN';

const sourceFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Files with sentences. `t.ts` has examples. */
const isSource = (path: string): boolean => /\.(?:tsx?|astro)$/.test(path) && !path.endsWith('/t.ts');

function isLanguage(tag: string): boolean {
  try {
    // Longer ones are names, such as "hindi".
    return new Intl.Locale(tag).language.length <= 3;
  } catch {
    return false;
  }
}

/** What of `ShopTexts` is checked before the sentences are. */
export const shopTextsShape = {
  language: z.optional(z.string().check(z.refine(isLanguage, 'must be the tag of a language, such as hi or ta-IN'))),
  texts: z.optional(z.record(z.string(), z.string())),
};

/** Words by the sentence that they replace, with the language. */
export const toReplacements = ({ language, texts = {} }: ShopTexts): ReadonlyMap<string, string> =>
  new Map([...Object.entries(texts), ...(language === undefined ? [] : [[LANGUAGE_SENTENCE, language] as const])]);

/** Every sentence of the sources and the first file that has it, as a path below `src`, in the order of the paths. Reads them all: about 50 ms. */
export function listSentences(): ReadonlyMap<string, string> {
  const sentences = new Map<string, string>();
  const paths = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' }).filter(isSource).sort();
  for (const path of paths)
    for (const sentence of findSentences(readFileSync(sourceFolder + path, 'utf8')))
      if (sentence !== LANGUAGE_SENTENCE && !sentences.has(sentence)) sentences.set(sentence, path);
  return sentences;
}

/** The sentence most like a text; undefined when none has two thirds of it. */
function findNearest(text: string, sentences: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let limit = Math.floor(text.length / 3);
  for (const sentence of sentences) {
    const distance = computeEditDistance(text, sentence, limit);
    if (distance > limit) continue;
    nearest = sentence;
    limit = distance - 1;
  }
  return nearest;
}

const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

export interface TextProblem {
  sentence: string;
  problem: string;
}

/** Texts whose sentence this shop does not have: misspelt, or of another version. They are ignored, so that an update never stops a shop. */
export function findUnknownTexts({ texts = {} }: ShopTexts): TextProblem[] {
  const sentences = listSentences();
  return Object.keys(texts).flatMap((sentence) => {
    if (sentences.has(sentence)) return [];
    const nearest = findNearest(sentence, sentences.keys());
    return { sentence, problem: `is not a sentence of this shop${nearest === undefined ? '' : `. Did you mean "${nearest}"?`}` };
  });
}

/** The first text that cannot be used, and why; undefined when all can. Unknown sentences are left out. */
export function findTextProblem(texts: Readonly<Record<string, string>>): TextProblem | undefined {
  const sentences = listSentences();
  for (const [sentence, words] of Object.entries(texts)) {
    if (!sentences.has(sentence)) continue;
    if (words.trim() === '') return { sentence, problem: 'has no words: leave it out to keep the English ones' };
    const expected = placeholdersOf(sentence).join(' and ') || 'no placeholder';
    const found = placeholdersOf(words).join(' and ') || 'no placeholder';
    if (found !== expected) return { sentence, problem: `must have ${expected} in its words, not ${found}` };
  }
  return undefined;
}
