import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import { NodeSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** A handle for reading: the database or a running transaction. */
export type Db = Kysely<Tables>;

/** A handle for writing: services that change anything take this, so that they compose inside one transaction. */
export type Tx = Transaction<Tables>;

/** Where the database of a data folder lies. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'shop.db');

/** Opens the shop's database in `dataDir` (creating it when missing) and brings its tables up to date. Close it with `destroy()`. */
export async function openDatabase(dataDir: string): Promise<Db> {
  mkdirSync(dataDir, { recursive: true });
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(databaseFile(dataDir)) });
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** The last write that was asked for, by database: the next one follows it. */
const lastWrites = new WeakMap<Db, Promise<unknown>>();

/**
 * Runs `work` in one write transaction; a throw rolls everything back. This is the only way to write. Writes of one process take turns,
 * and a turn waits for other processes without holding up those who only read.
 */
export function write<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const turn = (lastWrites.get(db) ?? Promise.resolve()).then(() => db.transaction().execute(work));
  lastWrites.set(
    db,
    turn.catch(() => undefined),
  );
  return turn;
}
