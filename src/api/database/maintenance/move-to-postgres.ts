import { createHash } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { reasonOf } from '#api/database/errors/store-unavailable.ts';
import { type Db, openMigratedPostgres, type Tx, write } from '#api/database/open.ts';
import { longRunningPostgresDialect } from '#api/database/postgres/dialect.ts';
import type { Tables } from '#api/database/schema/tables.ts';
import { reindexAll } from '#api/database/search/product-index.ts';

/** One table that was moved, as it was read from the one database and then from the other. */
export interface MovedTable {
  table: string;
  rows: number;
  /** The sum of the SHA-256 of all rows, hex: equal rows give an equal sum, in whatever order they come. */
  checksum: string;
}

/** The target cannot be moved to; the message says why. */
export class MoveRefused extends Error {}

type Row = Record<string, unknown>;
type AnyTables = Record<string, Row>;

/** A database whose tables are known by name only when the move is under way. */
type Whole = Kysely<Tables & AnyTables>;

const ROWS_AT_A_TIME = 500;

/** What every new shop has already, and what each engine keeps for itself. */
const filledByMigrations = 'catalogue_revision';
const indexTables = ['product_words', 'product_term'];

/** Counts rows and adds up their fingerprints. */
class Sum {
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

/** The shop's tables, each after those it refers to. */
async function tablesInOrder(from: Db): Promise<string[]> {
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

/** Throws `MoveRefused` when the target does not let us in, or another program's tables are there. */
async function refuseStrangers(databaseUrl: string): Promise<void> {
  const to = new Kysely<unknown>({ dialect: longRunningPostgresDialect(databaseUrl) });
  try {
    const { rows } = await sql<{ table: string }>`SELECT tablename AS table FROM pg_tables
      WHERE schemaname = current_schema() AND to_regclass('kysely_migration') IS NULL LIMIT 1`.execute(to);
    const [stranger] = rows;
    if (stranger) throw new MoveRefused(`The target is not empty: another program keeps "${stranger.table}" there.`);
  } catch (error) {
    if (error instanceof MoveRefused) throw error;
    const advice = 'See whether the address is right, the server runs and the database exists. Nothing was moved.';
    throw new MoveRefused(`The target database cannot be used (${reasonOf(error)}). ${advice}`, { cause: error });
  } finally {
    await to.destroy();
  }
}

/** Throws `MoveRefused` when any of the shop's tables holds a row. */
async function refuseUnlessEmpty(to: Whole, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    if (table === filledByMigrations) continue;
    const row = await to.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst();
    if (row) throw new MoveRefused(`The target is not empty: its table "${table}" has rows. Nothing was written.`);
  }
}

/** PostgreSQL's text holds every character but one, which is written as U+FFFD there. */
const storable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value]),
  );

async function copyTable(from: Whole, to: Whole, table: string): Promise<MovedTable> {
  const sum = new Sum();
  let batch: Row[] = [];
  const send = async () => {
    if (batch.length > 0) await to.insertInto(table).values(batch).execute();
    batch = [];
  };
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    const copy = storable(row);
    sum.add(copy);
    if (batch.push(copy) === ROWS_AT_A_TIME) await send();
  }
  await send();
  return sum.of(table);
}

/** Reads a table of PostgreSQL back, a part at a time. */
async function readBack(to: Whole, table: string): Promise<MovedTable> {
  const sum = new Sum();
  await sql`DECLARE moved NO SCROLL CURSOR FOR SELECT * FROM ${sql.table(table)}`.execute(to);
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(ROWS_AT_A_TIME)} FROM moved`.execute(to);
    for (const row of rows) sum.add(row);
    if (rows.length === 0) break;
  }
  await sql`CLOSE moved`.execute(to);
  return sum.of(table);
}

/** Has PostgreSQL count on from where SQLite is, which never gives an id again. */
async function setSequences(from: Db, to: Tx): Promise<void> {
  const { rows } = await sql<{ name: string; seq: number }>`SELECT name, seq FROM sqlite_sequence WHERE seq > 0`.execute(from);
  for (const { name, seq } of rows) await sql`SELECT setval(pg_get_serial_sequence(${name}, 'id'), ${seq})`.execute(to);
}

/**
 * Copies a whole SQLite shop into an empty PostgreSQL database, in one transaction there, while the SQLite one takes no writes. Reads every
 * table back before it commits. Returns what was moved; throws `MoveRefused` when the target is not empty, and an error when what was read
 * back is not what was sent. Either leaves the target without a row.
 */
export async function moveToPostgres(from: Db, databaseUrl: string): Promise<MovedTable[]> {
  await refuseStrangers(databaseUrl);
  const to = await openMigratedPostgres(databaseUrl);
  try {
    return await write(from, (source) =>
      write(to, async (tx) => {
        const target = tx.$extendTables<AnyTables>();
        const tables = await tablesInOrder(source);
        await refuseUnlessEmpty(target, tables);
        await tx.deleteFrom(filledByMigrations).execute();
        const moved: MovedTable[] = [];
        for (const table of tables) {
          const sent = await copyTable(source.$extendTables<AnyTables>(), target, table);
          const arrived = await readBack(target, table);
          if (arrived.rows !== sent.rows || arrived.checksum !== sent.checksum)
            throw new Error(`Table "${table}" did not arrive as it was sent. Nothing was written.`);
          moved.push(arrived);
        }
        await setSequences(source, tx);
        await reindexAll(tx);
        return moved;
      }),
    );
  } finally {
    await to.destroy();
  }
}
