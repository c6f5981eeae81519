import { sql } from 'kysely';
import { databaseFile } from './files/data-folder.ts';
import { listenForRevision } from './postgres/revision-listener.ts';
import { type Db, engineOf, type Tx } from './schema/engine.ts';
import { openSqliteFile } from './sqlite/file.ts';
import { afterCommit, beforeCommit } from './transaction.ts';

export interface RevisionReader {
  /** The catalogue revision as last committed by this process, or by another at most about a second ago. Takes microseconds. */
  read: () => number;
  close: () => Promise<void>;
}

/** Receives the revision that this process committed, for each PostgreSQL database with an open reader. */
const commitListeners = new WeakMap<Db, (revision: number) => void>();

/**
 * Bumps the catalogue revision when the transaction commits, once: cached pages become stale. Call it for every change that pages show.
 */
export async function bumpRevision(tx: Tx): Promise<void> {
  beforeCommit(tx, 'revision', async () => {
    const { revision } = await tx
      .updateTable('catalogue_revision')
      .set({ revision: sql<number>`revision + 1`, changed_at: new Date().toISOString() })
      .returning('revision')
      .executeTakeFirstOrThrow();
    afterCommit(tx, (db) => commitListeners.get(db)?.(revision));
  });
}

/** Reads the catalogue revision, which grows by one with every change that pages show. */
export async function readRevision(db: Db): Promise<number> {
  return (await db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow()).revision;
}

/** Opens a reader of the catalogue revision on a separate connection, so that reading never waits for a running transaction. */
export async function openRevisionReader(db: Db, dataDir: string, databaseUrl?: string): Promise<RevisionReader> {
  if (engineOf(db) !== 'postgres' || !databaseUrl) return readFromFile(databaseFile(dataDir));
  const listener = await listenForRevision(db, databaseUrl);
  commitListeners.set(db, listener.record);
  return listener;
}

/** Reads from the SQLite file each time, so it sees what any process committed last. */
function readFromFile(file: string): RevisionReader {
  const database = openSqliteFile(file);
  const statement = database.prepare('SELECT revision FROM catalogue_revision WHERE id = 1');
  return {
    read: () => Number(statement.get()?.['revision'] ?? 0),
    close: async () => database.close(),
  };
}
