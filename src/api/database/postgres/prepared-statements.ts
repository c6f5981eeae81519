import type pg from 'pg';
import { isPostgresError } from '#api/database/errors/postgres-codes.ts';
import { renameStatement, statementName } from './statement-names.ts';

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

/**
 * Makes a connection keep the statements prepared that have a name. One whose result a migration has changed is prepared again; in a
 * transaction, which has failed with it, its error is thrown and `write` retries.
 */
export function prepareNamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query & ((query: pg.QueryConfig) => Promise<pg.QueryResult>);
  const runNamed = async (name: string, text: string, values: unknown[]): Promise<pg.QueryResult> => {
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!isPostgresError(error, 'planOutdated')) throw error;
      renameStatement(text, name);
      if (client.getTransactionStatus() !== 'I') throw error;
      return query(text, values);
    }
  };
  const run: Query = (text, values) => {
    const name = typeof text === 'string' ? statementName(text) : undefined;
    return name === undefined ? query(text, values) : runNamed(name, text, values);
  };
  client.query = run as typeof client.query;
}
