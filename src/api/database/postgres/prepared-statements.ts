import pg from 'pg';
import { isPostgresError } from '#api/database/errors/postgres-codes.ts';
import { renameStatement, statementName } from './statement-names.ts';

type RunText = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

/** The part of pg's client that runs a statement, which has many signatures. */
const runner: { query: (config: pg.QueryConfig) => Promise<pg.QueryResult> } = pg.Client.prototype;

/**
 * Makes a connection keep the statements prepared that have a name. One whose result a migration has changed is prepared again; in a
 * transaction, which has failed with it, its error is thrown and `write` retries.
 */
export function prepareNamed(client: pg.PoolClient): void {
  const query = (config: pg.QueryConfig): Promise<pg.QueryResult> => runner.query.call(client, config);
  const runNamed = async (name: string, text: string, values: unknown[]): Promise<pg.QueryResult> => {
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!isPostgresError(error, 'planOutdated')) throw error;
      renameStatement(text, name);
      if (client.getTransactionStatus() !== 'I') throw error;
      return query({ text, values });
    }
  };
  const run: RunText = (text, values) => {
    const name = statementName(text);
    return name === undefined ? query({ text, values }) : runNamed(name, text, values);
  };
  client.query = run as typeof client.query;
}
