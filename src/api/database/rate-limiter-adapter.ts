import { CompiledQuery } from 'kysely';
import { type Db, engineOf } from './schema/engine.ts';

interface NumberedQuery {
  text: string;
  values: unknown[];
}

/** Rewrites numbered parameters (`$2`) to SQLite's positional `?`, because Kysely binds SQLite's parameters by position. */
function toPositional({ text, values }: NumberedQuery): NumberedQuery {
  const positional: unknown[] = [];
  const rewritten = text.replaceAll(/\$(\d+)/g, (_, number) => {
    positional.push(values[Number(number) - 1]);
    return '?';
  });
  return { text: rewritten, values: positional };
}

/**
 * Adapts a database handle to the client that rate-limiter-flexible's PostgreSQL store expects. Its one statement (an upsert with
 * RETURNING) is valid SQLite too, so both engines share the store.
 */
export const createRateLimitClient = (db: Db) => ({
  query: async (query: NumberedQuery) => {
    const { text, values } = engineOf(db) === 'postgres' ? query : toPositional(query);
    const { rows, numAffectedRows } = await db.executeQuery<{ points: number; expire: number | null }>(
      CompiledQuery.raw(text, values),
    );
    return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
  },
});
