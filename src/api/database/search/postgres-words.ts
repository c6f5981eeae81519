import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { WordIndex } from './index-interface.ts';
import { readIds, scoredAs } from './postgres-matches.ts';
import { lexemeQueries, matchesFields, quoteWord, stemmedQuery } from './postgres-query.ts';
import { readScored } from './read-scored.ts';
import { readTiers } from './read-tiers.ts';

/** Single words of the index on PostgreSQL. A key is the lexeme of a word, with this mark where longer words match too. */
const PREFIX_MARK = '*';

/** A tsquery of one lexeme. */
const oneLexeme = /^'([^'\\]+)'$/;

/** Keys that are kept for each database, by word. */
const MAX_KEYS = 10_000;

const keysOf = new WeakMap<Db, Map<string, string | undefined>>();

/** Reads the lexemes of words. A word that PostgreSQL splits or ignores has none. */
async function readLexemes(db: Db, words: readonly string[]): Promise<(string | undefined)[]> {
  const columns = words.map((word, i) => sql`${stemmedQuery(quoteWord(word))}::text AS ${sql.id(String(i))}`);
  const { rows } = await sql<Record<string, string>>`SELECT ${sql.join(columns)}`.execute(db);
  return words.map((_, i) => oneLexeme.exec(rows[0]?.[i] ?? '')?.[1]);
}

const readKeys: WordIndex['readKeys'] = async (db, words) => {
  const known = keysOf.get(db) ?? new Map<string, string | undefined>();
  keysOf.set(db, known);
  if (known.size > MAX_KEYS) known.clear();
  const unknown = words.filter((word) => !known.has(word));
  const lexemes = unknown.length > 0 ? await readLexemes(db, unknown) : [];
  for (const [i, word] of unknown.entries()) {
    const lexeme = lexemes[i];
    known.set(word, lexeme && (word.length > 1 ? lexeme + PREFIX_MARK : lexeme));
  }
  return words.map((word) => known.get(word));
};

export const postgresWords: WordIndex = {
  readKeys,
  keyOfTerm: (term) => term + PREFIX_MARK,
  readWord: async (db, key) => {
    const isPrefix = key.endsWith(PREFIX_MARK);
    const queries = lexemeQueries(isPrefix ? key.slice(0, -PREFIX_MARK.length) : key, isPrefix);
    return readTiers(queries, (query) => readIds(db, matchesFields(query)));
  },
  scoreMatches: (db, groups, operator, ids) => readScored(db, scoredAs(sql`product_id = ANY (${ids})`, groups, operator)),
};
