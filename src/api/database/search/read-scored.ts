import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { IndexMatches } from './index-interface.ts';

/** Reads the ids of scored matches, best first; of equal scores, the newest product first. */
export async function readScored(db: Db, matches: RawBuilder<{ id: number; score: number }>): Promise<IndexMatches> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${matches} AS hit ORDER BY score, id DESC`.execute(db);
  return { parts: [Uint32Array.from(rows, ({ id }) => id)], isScored: true };
}
