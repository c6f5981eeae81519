import { sql } from 'kysely';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { insertPurge, releasePurges } from './cdn-purge-queue.ts';
import { databaseFile } from './files/data-folder.ts';
import { type Db, engineOf, keepPerDatabase, type Tx } from './schema/engine.ts';
import { openSqliteFile } from './sqlite/open-sqlite-file.ts';
import { afterCommit, beforeCommit, keepForWrite } from './transaction-hooks.ts';

export type DatabaseIdentity = number | string | null;

export interface RevisionReader {
  /** The catalogue revision as last committed by this process, or by another at most about a second ago. Takes microseconds. */
  read: () => number;
  /** The revision if it is known to be at most 1.5 s old, else undefined: then nothing may be kept by a cache that cannot ask. */
  readConfirmed: () => number | undefined;
  /** Identifies the database: a restored backup has another value. On PostgreSQL as read at most about a second ago. */
  identity: () => DatabaseIdentity;
  /** Whether a backup has replaced the database that had this identity, or is about to. */
  wasReplaced: (identity: DatabaseIdentity) => Promise<boolean>;
  close: () => Promise<void>;
}

interface Revisions {
  /** Grows by one with every change that pages show. */
  revision: number;
  /** That of the search index. */
  words: number;
}

interface ReaderHooks {
  /** Receives the revision that this process committed, on PostgreSQL. */
  recordCommit?: (revision: number) => void;
  /** Reads the revisions from the file, on SQLite, which takes a tenth of a query's time. */
  readFile?: (() => Revisions) | undefined;
}

const readerHooksOf = keepPerDatabase((): ReaderHooks => ({}));

async function writeRevision(tx: Tx, keys: ReadonlySet<string>): Promise<void> {
  const { revision, purges } = await tx
    .updateTable('catalogue_revision')
    .set({ revision: sql<number>`revision + 1`, changed_at: new Date().toISOString() })
    .returning(['revision', 'purges'])
    .executeTakeFirstOrThrow();
  if (purges === 1) {
    await insertPurge(tx, keys, { isHeld: false });
    await releasePurges(tx);
  }
  afterCommit(tx, (db) => readerHooksOf(db).recordCommit?.(revision));
}

/**
 * Bumps the catalogue revision when the transaction commits, once: cached pages become stale, and a CDN is told to purge the copies with
 * these surrogate keys. Call it for every change that pages show.
 */
export async function bumpRevision(tx: Tx, changed: readonly string[] = [STORE_KEY]): Promise<void> {
  const keys = keepForWrite(tx, 'revision', () => new Set<string>());
  for (const key of changed) keys.add(key);
  beforeCommit(tx, 'revision', () => writeRevision(tx, keys));
}

/** Reads all revisions together. */
export async function readRevisions(db: Db): Promise<Revisions> {
  const { readFile } = readerHooksOf(db);
  return (
    readFile?.() ?? db.selectFrom('catalogue_revision').select(['revision', 'words_revision as words']).executeTakeFirstOrThrow()
  );
}

export const readRevision = async (db: Db): Promise<number> => (await readRevisions(db)).revision;

/** Reads a number that grows with every change to the catalogue, also while an import that cached pages do not show yet is running. */
export async function readChangeCount(db: Db): Promise<number> {
  const { revision, words } = await readRevisions(db);
  return revision + words;
}

/** Opens a reader of the catalogue revision on a separate connection, so that reading never waits for a running transaction. */
export async function openRevisionReader(db: Db, dataDir: string, databaseUrl?: string): Promise<RevisionReader> {
  if (engineOf(db) !== 'postgres' || !databaseUrl) return readFromFile(db, databaseFile(dataDir));
  const { listenForRevision } = await import('./postgres/revision-listener.ts');
  const listener = await listenForRevision(db, databaseUrl);
  readerHooksOf(db).recordCommit = listener.record;
  return listener;
}

/** Reads from the SQLite file each time, so it sees what any process committed last. */
function readFromFile(db: Db, file: string): RevisionReader {
  const database = openSqliteFile(file);
  const statement = database.prepare('SELECT revision, words_revision AS words FROM catalogue_revision WHERE id = 1');
  const readAll = () => statement.get() as unknown as Revisions;
  // For each pass of the event loop that serves a page: one value in an array is read in three quarters of the time.
  const revisionAlone = database.prepare('SELECT revision FROM catalogue_revision WHERE id = 1');
  revisionAlone.setReturnArrays(true);
  const readRevision = () => (revisionAlone.get() as unknown as [number])[0];
  // `store restore` sets another one.
  const version = database.prepare('PRAGMA user_version');
  version.setReturnArrays(true);
  const identity = () => {
    try {
      return (version.get() as unknown as [number])[0];
    } catch {
      // What reads the damaged file reports it.
      return null;
    }
  };
  readerHooksOf(db).readFile = readAll;
  return {
    read: readRevision,
    readConfirmed: readRevision,
    identity,
    wasReplaced: async (earlier) => identity() !== earlier,
    close: async () => {
      readerHooksOf(db).readFile = undefined;
      database.close();
    },
  };
}
