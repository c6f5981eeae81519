import { createHash } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { openMigratedPostgres } from '#api/database/open-database.ts';
import { longRunningPostgresDialect } from '#api/database/postgres/dialect.ts';
import { optimiseCatalogue } from '#api/database/postgres/optimise-catalogue.ts';
import { replaceNul } from '#api/database/postgres/replace-nul.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { reindexAll } from '#api/database/search/product-index.ts';
import { write } from '#api/database/transaction.ts';

/** One moved table, verified by reading it back from the target. */
export interface MovedTable {
  table: string;
  rows: number;
  /** Sum of the SHA-256 of all rows modulo 2^256, hex; independent of row order. */
  checksum: string;
}

/** The shop cannot be moved to the target database; the message says why. */
export class MoveRefused extends Error {}

type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;

/** A database whose table names are only known at run time. */
type AnyDatabase = Kysely<Tables & AnyTables>;

const BATCH_SIZE = 500;

/** The tables in which migrations create rows. */
const filledByMigrations: readonly ('audit_chain' | 'catalogue_revision' | 'store_secret')[] = [
  'audit_chain',
  'catalogue_revision',
  'store_secret',
];

/** Full-text index tables, which differ by engine and are rebuilt. */
const indexTables = ['product_words', 'product_term'];

class Checksum {
  #rows = 0;
  #total = 0n;

  add(row: Row): void {
    const text = JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
    this.#total = (this.#total + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) & ((1n << 256n) - 1n);
    this.#rows++;
  }

  of(table: string): MovedTable {
    return { table, rows: this.#rows, checksum: this.#total.toString(16).padStart(64, '0') };
  }
}

/** The shop's tables in topological order: each after the tables it references. */
async function listTables(from: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; refersTo: string | null }>`
    SELECT t.name, f."table" AS refersTo FROM pragma_table_list AS t LEFT JOIN pragma_foreign_key_list(t.name) AS f
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name NOT LIKE 'kysely\\_%' ESCAPE '\\'
    ORDER BY t.name`.execute(from);
  const references = Map.groupBy(rows, ({ name }) => name);
  const ordered = new Set<string>();
  const visit = (name: string): void => {
    if (ordered.has(name) || indexTables.includes(name)) return;
    for (const { refersTo } of references.get(name) ?? []) if (refersTo && refersTo !== name) visit(refersTo);
    ordered.add(name);
  };
  for (const name of references.keys()) visit(name);
  return [...ordered];
}

/** Throws `MoveRefused` when the target cannot be connected to, or has tables of another program. */
async function refuseForeignTables(databaseUrl: string): Promise<void> {
  const to = new Kysely<unknown>({ dialect: longRunningPostgresDialect(databaseUrl) });
  try {
    const { rows } = await sql<{ table: string }>`SELECT tablename AS table FROM pg_tables
      WHERE schemaname = current_schema() AND to_regclass('kysely_migration') IS NULL LIMIT 1`.execute(to);
    const [foreign] = rows;
    if (foreign) throw new MoveRefused(`The target is not empty: it has the table "${foreign.table}" of another program.`);
  } catch (error) {
    if (error instanceof MoveRefused) throw error;
    const advice = 'Check that the URL is right, the server is running and the database exists. Nothing was moved.';
    throw new MoveRefused(`The target database cannot be used (${reasonOf(error)}). ${advice}`, { cause: error });
  } finally {
    await to.destroy();
  }
}

async function refuseUnlessEmpty(to: AnyDatabase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (filledByMigrations.some((filled) => filled === table)) continue;
    const row = await to.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst();
    if (row) throw new MoveRefused(`The target is not empty: its table "${table}" has rows. Nothing was written.`);
  }
}

const toPostgresRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, replaceNul(value)]));

async function copyTable(from: AnyDatabase, to: AnyDatabase, table: string): Promise<MovedTable> {
  const checksum = new Checksum();
  let batch: Row[] = [];
  const flush = async () => {
    if (batch.length > 0) await to.insertInto(table).values(batch).execute();
    batch = [];
  };
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    const copy = toPostgresRow(row);
    checksum.add(copy);
    if (batch.push(copy) === BATCH_SIZE) await flush();
  }
  await flush();
  return checksum.of(table);
}

async function readBack(to: AnyDatabase, table: string): Promise<MovedTable> {
  const checksum = new Checksum();
  await sql`DECLARE moved NO SCROLL CURSOR FOR SELECT * FROM ${sql.table(table)}`.execute(to);
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(BATCH_SIZE)} FROM moved`.execute(to);
    for (const row of rows) checksum.add(row);
    if (rows.length === 0) break;
  }
  await sql`CLOSE moved`.execute(to);
  return checksum.of(table);
}

/** Sets PostgreSQL's id sequences to where SQLite's are, so that ids of deleted rows are not reused. */
async function setSequences(from: Db, to: Tx): Promise<void> {
  const { rows } = await sql<{ name: string; seq: number }>`SELECT name, seq FROM sqlite_sequence WHERE seq > 0`.execute(from);
  for (const { name, seq } of rows) await sql`SELECT setval(pg_get_serial_sequence(${name}, 'id'), ${seq})`.execute(to);
}

/**
 * Copies an SQLite shop into an empty PostgreSQL database, in one transaction there, while SQLite's write lock is held. Verifies every
 * table by checksum before the commit. Returns the moved tables. Throws `MoveRefused` when the target is not empty, and an error when a
 * checksum differs; either leaves the target without rows.
 */
export async function moveToPostgres(from: Db, databaseUrl: string): Promise<MovedTable[]> {
  await refuseForeignTables(databaseUrl);
  const to = await openMigratedPostgres(databaseUrl);
  try {
    const tables = await write(from, (source) =>
      write(to, async (tx) => {
        const target = tx.$extendTables<AnyTables>();
        const tables = await listTables(source);
        await refuseUnlessEmpty(target, tables);
        for (const table of filledByMigrations) await tx.deleteFrom(table).execute();
        const moved: MovedTable[] = [];
        for (const table of tables) {
          const sent = await copyTable(source.$extendTables<AnyTables>(), target, table);
          const received = await readBack(target, table);
          if (received.rows !== sent.rows || received.checksum !== sent.checksum)
            throw new Error(`Table "${table}" differs from its copy. Nothing was written.`);
          moved.push(received);
        }
        await setSequences(source, tx);
        await reindexAll(tx);
        return moved;
      }),
    );
    await optimiseCatalogue(to);
    return tables;
  } finally {
    await to.destroy();
  }
}
