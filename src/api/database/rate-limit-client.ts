import { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';
import { engineOf } from './schema/engine.ts';

interface NumberedQuery {
  text: string;
  values: unknown[];
}

/** Kysely counts SQLite's parameters by their order, not by their number: each `$2` becomes the next `?` with the second value. */
function inOrder({ text, values }: NumberedQuery): NumberedQuery {
  const ordered: unknown[] = [];
  const plain = text.replaceAll(/\$(\d+)/g, (_, number) => {
    ordered.push(values[Number(number) - 1]);
    return '?';
  });
  return { text: plain, values: ordered };
}

/**
 * A database handle as rate-limiter-flexible's PostgreSQL store drives its client. Its one statement (insert, on conflict add, returning)
 * is SQLite's as well, so both engines count alike.
 */
export const createRateLimitClient = (db: Db) => ({
  query: async (query: NumberedQuery) => {
    const { text, values } = engineOf(db) === 'postgres' ? query : inOrder(query);
    const { rows, numAffectedRows } = await db.executeQuery<{ points: number; expire: number | null }>(
      CompiledQuery.raw(text, values),
    );
    return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
  },
});
