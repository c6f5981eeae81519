import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';

/** How long a statement waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens an SQLite file for durable work by several processes: WAL, every commit synced to disk, foreign keys held.
 * SQLite's own defaults wait for nobody and hold no foreign keys.
 */
export function openSqliteFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  return database;
}

/** Begins every transaction as a writer: one that starts as a reader and then writes fails at once when another process wrote between. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite changes tables inside transactions like anything else: a migration that breaks half way leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely over node:sqlite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDriver>[0];

  constructor(database: DatabaseSync) {
    const config: ConstructorParameters<typeof SqliteDriver>[0] = {
      database: {
        close: () => database.close(),
        prepare(sql: string) {
          const statement = database.prepare(sql);
          return {
            reader: statement.columns().length > 0,
            all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
            run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
            iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
          };
        },
      },
    };
    super(config);
    this.#config = config;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config);
  }
}
