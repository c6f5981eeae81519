import { sql } from 'kysely';
import { afterCommit, beforeCommit, type Db, databaseFile, type Tx } from './open.ts';
import { listenForRevision } from './postgres/revision-listener.ts';
import { engineOf } from './schema/engine.ts';
import { openSqliteFile } from './sqlite/file.ts';

export interface RevisionReader {
  /** The catalogue's revision: as last committed by this process, or by another at most a moment ago; takes microseconds. */
  read: () => number;
  close: () => Promise<void>;
}

/** Who wants to know at once what this process committed. */
const tellers = new WeakMap<Db, (revision: number) => void>();

/** Counts the revision up once, as the transaction's last act: every checkout that changes what pages show writes this row. */
export function bumpRevisionAtCommit(tx: Tx): void {
  beforeCommit(tx, 'revision', async () => {
    const { revision } = await tx
      .updateTable('catalogue_revision')
      .set({ revision: sql<number>`revision + 1`, changed_at: new Date().toISOString() })
      .returning('revision')
      .executeTakeFirstOrThrow();
    afterCommit(tx, (db) => tellers.get(db)?.(revision));
  });
}

/** Reads the catalogue's revision beside the connections that write, so that it never waits for a transaction under way. */
export async function openRevisionReader(db: Db, dataDir: string, databaseUrl?: string): Promise<RevisionReader> {
  if (engineOf(db) !== 'postgres' || !databaseUrl) return readFromFile(databaseFile(dataDir));
  const listener = await listenForRevision(db, databaseUrl);
  tellers.set(db, listener.note);
  return listener;
}

/** SQLite's file is at hand: every reading is what any process committed last. */
function readFromFile(file: string): RevisionReader {
  const database = openSqliteFile(file);
  const statement = database.prepare('SELECT revision FROM catalogue_revision WHERE id = 1');
  return {
    read: () => Number(statement.get()?.['revision'] ?? 0),
    close: async () => database.close(),
  };
}
