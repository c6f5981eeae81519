import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { reasonOf, StoreUnavailable } from './errors/store-unavailable.ts';
import { ensureDataFolder } from './files/data-folder.ts';
import { migrations } from './migrations/index.ts';
import { isRetryableConflict, longRunningPostgresDialect, postgresDialect } from './postgres/dialect.ts';
import { engineOf } from './schema/engine.ts';
import type { Tables } from './schema/tables.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';
import { explainSqliteError } from './sqlite/open-errors.ts';

/** A handle for reading: the database or a running transaction. */
export type Db = Kysely<Tables>;

/** A handle for writing: services that change anything take this, so that they compose inside one transaction. */
export type Tx = Transaction<Tables>;

/** Where the SQLite database of a data folder lies. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'shop.db');

/** Brings a database's tables up to date. Several processes may do so at once: one does, the others wait for it. */
async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  // Mostly there is nothing to do, and whoever opens the shop then need not wait for those who write.
  if ((await migrator.getMigrations()).every(({ executedAt }) => executedAt)) return;
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function openMigrated(dialect: Dialect, forMigrations?: Dialect): Promise<Db> {
  const db = new Kysely<Tables>({ dialect });
  const migrating = forMigrations ? new Kysely<Tables>({ dialect: forMigrations }) : db;
  try {
    await migrate(migrating);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    if (migrating !== db) await migrating.destroy();
  }
}

/** Opens a PostgreSQL database for work that may take its time, its tables up to date. Close it with `destroy()`. */
export const openMigratedPostgres = (databaseUrl: string): Promise<Db> => openMigrated(longRunningPostgresDialect(databaseUrl));

/**
 * Opens the shop's database and brings its tables up to date: the PostgreSQL database that `databaseUrl` (postgres://…) names, else the
 * SQLite file in `dataDir`, which is made when missing. Close it with `destroy()`. Throws `ShopUnavailable` when the folder cannot be made,
 * the file cannot be read and written, or PostgreSQL does not let us in.
 */
export async function openDatabase(dataDir: string, databaseUrl?: string): Promise<Db> {
  ensureDataFolder(dataDir);
  if (databaseUrl) return openPostgres(databaseUrl);
  const file = databaseFile(dataDir);
  return openSqlite(file).catch((error: unknown) => {
    throw explainSqliteError(error, resolve(file));
  });
}

/** Migrations may copy a table to change it, and dropping the old one must not delete the rows that refer to it. */
const openSqlite = (file: string): Promise<Db> =>
  openMigrated(new NodeSqliteDialect(file), new NodeSqliteDialect(file, { foreignKeys: false }));

async function openPostgres(databaseUrl: string): Promise<Db> {
  try {
    return await openMigrated(postgresDialect(databaseUrl), longRunningPostgresDialect(databaseUrl));
  } catch (error) {
    const fix = 'See whether DATABASE_URL is right and the server runs';
    throw new StoreUnavailable(`The database cannot be read (${reasonOf(error)})`, fix, { cause: error });
  }
}

/** What is still to do in a transaction's name. */
interface Ending {
  before: Map<string, () => Promise<void>>;
  after: ((db: Db) => void)[];
}

const endings = new WeakMap<Tx, Ending>();

function endingOf(tx: Tx): Ending {
  const ending = endings.get(tx);
  if (!ending) throw new Error('A transaction was not begun with write()');
  return ending;
}

/** Has `step` done as the last thing before a transaction commits; once, however often it is asked for under one name. */
export function beforeCommit(tx: Tx, name: string, step: () => Promise<void>): void {
  endingOf(tx).before.set(name, step);
}

/** Has `step` done when a transaction has been committed; never, when it was rolled back. */
export function afterCommit(tx: Tx, step: (db: Db) => void): void {
  endingOf(tx).after.push(step);
}

/** Does `work` and then what it asked to be done before the commit. What is to follow the commit is left in `after`. */
async function workWithEnding<Result>(
  tx: Tx,
  work: (tx: Tx) => Promise<Result>,
): Promise<{ result: Result; after: Ending['after'] }> {
  const ending: Ending = { before: new Map(), after: [] };
  endings.set(tx, ending);
  const result = await work(tx);
  for (const step of ending.before.values()) await step();
  return { result, after: ending.after };
}

/** Work that waits to be written, and whoever waits for it. */
interface Turn {
  work: (tx: Tx) => Promise<unknown>;
  done: (result: unknown) => void;
  failed: (error: unknown) => void;
}

/** Work by the database it waits for; there is a list as long as somebody is working it off. */
const queues = new WeakMap<Db, Turn[]>();

/** Work that waits is committed together, as long as no more than this has gone by since the transaction began, in milliseconds. */
const TOGETHER_MS = 25;

/**
 * Does one piece of work in a transaction that it shares with others; what it throws takes back its own changes alone. Returns how to
 * tell of it once the transaction has been committed.
 */
async function takeTurn(db: Db, tx: Tx, { work, done, failed }: Turn): Promise<() => void> {
  await sql`SAVEPOINT turn`.execute(tx);
  try {
    const { result, after } = await workWithEnding(tx, work);
    await sql`RELEASE turn`.execute(tx);
    return () => {
      for (const step of after) step(db);
      done(result);
    };
  } catch (error) {
    // A full disk ends the whole transaction and the savepoint with it: everybody in it is told of that then.
    await sql`ROLLBACK TO turn`.execute(tx).catch(() => {
      throw error;
    });
    await sql`RELEASE turn`.execute(tx);
    return () => failed(error);
  }
}

/** Works off a queue. Nobody is told of success before what they wrote has been synced to disk. */
async function takeTurns(db: Db, queue: Turn[]): Promise<void> {
  while (queue.length > 0) {
    const taken: Turn[] = [];
    const tell: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        const begun = performance.now();
        while (performance.now() - begun < TOGETHER_MS) {
          const turn = queue.shift();
          if (!turn) break;
          taken.push(turn);
          tell.push(await takeTurn(db, tx, turn));
        }
      });
      for (const each of tell) each();
    } catch (error) {
      if (taken.length === 0) taken.push(...queue.splice(0, 1));
      for (const { failed } of taken) failed(error);
    }
  }
  queues.delete(db);
}

/**
 * SQLite has one writer: writes of one process take turns, and a turn waits for other processes without holding up who only reads. What
 * came in meanwhile is committed together, since syncing to disk costs more than most of what is written.
 */
const writeInTurn = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  new Promise((resolve, failed) => {
    const turn = { work, done: (result: unknown) => resolve(result as Result), failed };
    const queue = queues.get(db);
    if (queue) {
      queue.push(turn);
      return;
    }
    const fresh = [turn];
    queues.set(db, fresh);
    void takeTurns(db, fresh);
  });

/** How often a transaction that met another is begun again, and the longest rest between, in milliseconds. */
const MAX_TRIES = 6;
const LONGEST_REST_MS = 40;

/** PostgreSQL's writers run side by side (READ COMMITTED; see locks.ts); one that another got in the way of begins again. */
async function writeBesideOthers<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      const { result, after } = await db.transaction().execute((tx) => workWithEnding(tx, work));
      for (const step of after) step(db);
      return result;
    } catch (error) {
      if (!isRetryableConflict(error) || tries === MAX_TRIES) throw error;
      await sleep(Math.random() * LONGEST_REST_MS);
    }
  }
}

/**
 * Runs `work` in one write transaction; a throw rolls everything back. This is the only way to write. `work` may be run more than once,
 * so it changes nothing but the database.
 */
export const write = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  engineOf(db) === 'postgres' ? writeBesideOthers(db, work) : writeInTurn(db, work);
