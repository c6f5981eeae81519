import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, Kysely, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { engineOf } from './engine.ts';
import { migrations } from './migrations/index.ts';
import { isConflict, patientPostgresDialect, postgresDialect } from './postgres/dialect.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';
import type { Tables } from './tables.ts';

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
export const openMigratedPostgres = (databaseUrl: string): Promise<Db> => openMigrated(patientPostgresDialect(databaseUrl));

/**
 * Opens the shop's database and brings its tables up to date: the PostgreSQL database that `databaseUrl` (postgres://…) names, else the
 * SQLite file in `dataDir`, which is made when missing. Close it with `destroy()`.
 */
export async function openDatabase(dataDir: string, databaseUrl?: string): Promise<Db> {
  mkdirSync(dataDir, { recursive: true });
  return databaseUrl
    ? openMigrated(postgresDialect(databaseUrl), patientPostgresDialect(databaseUrl))
    : openMigrated(new NodeSqliteDialect(databaseFile(dataDir)));
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

async function runTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const ending: Ending = { before: new Map(), after: [] };
  const result = await db.transaction().execute(async (tx) => {
    endings.set(tx, ending);
    const result = await work(tx);
    for (const step of ending.before.values()) await step();
    return result;
  });
  for (const step of ending.after) step(db);
  return result;
}

/** The last write that was asked for, by database: the next one follows it. */
const lastWrites = new WeakMap<Db, Promise<unknown>>();

/** SQLite has one writer: writes of one process take turns, and a turn waits for other processes without holding up who only reads. */
function writeInTurn<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const turn = (lastWrites.get(db) ?? Promise.resolve()).then(() => runTransaction(db, work));
  lastWrites.set(
    db,
    turn.catch(() => undefined),
  );
  return turn;
}

/** How often a transaction that met another is begun again, and the longest rest between, in milliseconds. */
const MAX_TRIES = 6;
const LONGEST_REST_MS = 40;

/** PostgreSQL's writers run side by side (READ COMMITTED; see locks.ts); one that another got in the way of begins again. */
async function writeBesideOthers<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await runTransaction(db, work);
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
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
