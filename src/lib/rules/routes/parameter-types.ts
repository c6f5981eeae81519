import { fromListItem, toListItem } from '#lib/rules/text.ts';

/** Parses and serialises one query parameter; equivalent inputs parse to the same value. */
export interface QueryParameter<Value> {
  /** Parses all values of the parameter; undefined if they are invalid or equal the default. */
  read(values: readonly string[]): Value | undefined;
  /** Serialises a value; undefined for the default. */
  write(value: Value): string | undefined;
}

/** Maximum number of words in a list. */
const MAX_WORDS = 40;

/** Leaves out half of a character at the end. */
const shorten = (text: string, maxLength: number): string =>
  text
    .trim()
    .slice(0, maxLength)
    .replace(/[\s\ud800-\udbff]+$/, '');

/** Free text of at most `maxLength` characters; collapses whitespace. */
export const text = (maxLength: number): QueryParameter<string> => ({
  read: ([value = '']) => shorten(value.replace(/\s+/g, ' '), maxLength) || undefined,
  write: (value) => value || undefined,
});

/** Words, repeated or joined by commas; deduplicated case-insensitively. At most `MAX_WORDS`, of `maxLength` characters each. */
export const wordList = (maxLength: number): QueryParameter<string[]> => ({
  read: (values) => {
    const seen = new Map<string, string>();
    for (const part of values.flatMap((value) => value.split(','))) {
      const word = fromListItem(shorten(part, maxLength));
      if (word && seen.size < MAX_WORDS && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
    }
    return seen.size > 0 ? [...seen.values()] : undefined;
  },
  write: (value) => value.map(toListItem).join(',') || undefined,
});

/** A price in rupees, with up to two decimals. */
export const price: QueryParameter<number> = {
  read: ([value = '']) => (/^\d{1,9}(\.\d{1,2})?$/.test(value.trim()) ? Number(value) : undefined),
  write: String,
};

/** A whole number of percent from 1 to 99. */
export const percent: QueryParameter<number> = {
  read: ([value = '']) => (/^[1-9]\d?$/.test(value) ? Number(value) : undefined),
  write: String,
};

/** A page number from 1; 1 is the default. */
export const pageNumber: QueryParameter<number> = {
  read: ([value = '']) => (/^[1-9]\d{0,5}$/.test(value) && value !== '1' ? Number(value) : undefined),
  write: (value) => (value > 1 ? String(value) : undefined),
};

/** A boolean: `1` is true, anything else is unset. */
export const flag: QueryParameter<true> = { read: ([value]) => (value === '1' ? true : undefined), write: () => '1' };

/** One of a list of words. */
export const oneOf = <const Word extends string>(choices: readonly Word[]): QueryParameter<Word> => ({
  read: ([value]) => choices.find((choice) => choice === value),
  write: (value) => value,
});

/** Whether a parameter is present. Its value, such as a mailed token, is kept out of the rendered URL and the cache key. */
export const presence: QueryParameter<true> = { read: ([value]) => (value ? true : undefined), write: () => '1' };
