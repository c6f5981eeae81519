/** How one query parameter is read and written. Values that mean the same are read as the same. */
export interface QueryParameter<Value> {
  /** The value that an address gives, from every value given under the name; undefined when it makes no sense or says nothing. */
  read(given: readonly string[]): Value | undefined;
  /** The value as it is written in an address; undefined when it goes without saying. */
  write(value: Value): string | undefined;
}

/** At most so many words in a list. */
const MAX_WORDS = 40;

const shorten = (text: string, maxLength: number): string => text.trim().slice(0, maxLength).trimEnd().toWellFormed();

/** Free text of at most `maxLength` characters; white space is collapsed. */
export const text = (maxLength: number): QueryParameter<string> => ({
  read: ([given = '']) => shorten(given.replace(/\s+/g, ' '), maxLength) || undefined,
  write: (value) => value || undefined,
});

/** Words, repeated or joined by commas, each once whatever its letter case; at most 40 of at most `maxLength` characters. */
export const wordList = (maxLength: number): QueryParameter<string[]> => ({
  read: (given) => {
    const seen = new Map<string, string>();
    for (const part of given.flatMap((value) => value.split(','))) {
      const word = shorten(part, maxLength);
      if (word && seen.size < MAX_WORDS && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
    }
    return seen.size > 0 ? [...seen.values()] : undefined;
  },
  write: (value) => value.join(',') || undefined,
});

/** A price in rupees, with up to two decimals. */
export const price: QueryParameter<number> = {
  read: ([given = '']) => (/^\d{1,9}(\.\d{1,2})?$/.test(given.trim()) ? Number(given) : undefined),
  write: String,
};

/** The number of a page, counted from 1; the first goes without saying. */
export const pageNumber: QueryParameter<number> = {
  read: ([given = '']) => (/^[1-9]\d{0,5}$/.test(given) && given !== '1' ? Number(given) : undefined),
  write: (value) => (value > 1 ? String(value) : undefined),
};

/** A switch: `1` is on, anything else is off. */
export const flag: QueryParameter<true> = { read: ([given]) => (given === '1' ? true : undefined), write: () => '1' };

/** One of a few words. */
export const oneOf = <const Word extends string>(choices: readonly Word[]): QueryParameter<Word> => ({
  read: ([given]) => choices.find((choice) => choice === given),
  write: (value) => value,
});

/** Something of which a page only wants to know whether it is there, such as a mailed token, which stays with the browser. */
export const presence: QueryParameter<true> = { read: ([given]) => (given ? true : undefined), write: () => '1' };
