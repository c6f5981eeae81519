import { sql } from 'kysely';
import type { WordIndex } from './index-interface.ts';
import { readIdsWhere, scoredAs } from './postgres-matches.ts';
import { matchesFields, quoteWord, stemmedQuery, wordQueries } from './postgres-query.ts';
import { readScored } from './read-scored.ts';
import { readWordTiers } from './read-tiers.ts';
import { cacheWordKeys } from './word-keys.ts';

/** A tsquery of one lexeme. */
const oneLexeme = /^'([^'\\]+)'$/;

/** Single words of the index on PostgreSQL. */
export const postgresWords: WordIndex = {
  readKeys: cacheWordKeys(async (db, words) => {
    const { rows } = await sql<{ query: string }>`SELECT ${stemmedQuery(sql.ref('word'))}::text AS query
      FROM unnest(${words.map(quoteWord)}::text[]) WITH ORDINALITY AS quoted (word, place) ORDER BY place`.execute(db);
    return rows.map(({ query }) => oneLexeme.exec(query)?.[1]);
  }),
  readWord: (db, word, { terms, most } = {}) =>
    readWordTiers(wordQueries(word, terms), (query) => readIdsWhere(db, matchesFields(query), most && most + 1), most),
  scoreMatches: (db, groups, operator, ids) => readScored(db, scoredAs(sql`product_id = ANY (${ids})`, groups, operator)),
};
