import { sql } from 'kysely';

/** How much a match counts in each field when results are ranked. FTS5: weights of name, brand, category, keywords and description. */
export const sqliteFieldWeights = sql.raw('3.0, 1.5, 2.0, 0.8, 0.2');

/** The same for tsvector: rank of the weights D to A, which are description, keywords, category and brand, name. */
export const postgresFieldWeights = sql.raw(`'{0.07, 0.27, 0.6, 1.0}'`);
