import { DatabaseSync } from 'node:sqlite';
import { OPEN_BUSY_TIMEOUT_MS } from '#api/database/sqlite/open-sqlite-file.ts';

/** Checks a backup file; returns why it cannot be used, or undefined. `migrations` are the names that this version knows. */
export function findBackupProblem(file: string, migrations: readonly string[]): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: OPEN_BUSY_TIMEOUT_MS });
    const applied = database
      .prepare('SELECT name FROM kysely_migration')
      .all()
      .map(({ name }) => String(name));
    database.prepare('SELECT count(*) FROM product JOIN variant JOIN orders LIMIT 1');
    const unknown = applied.filter((name) => !migrations.includes(name));
    if (unknown.length > 0) return `it comes from a newer version of the store (${unknown.join(', ')})`;
    const [integrity] = database.prepare('PRAGMA integrity_check(1)').all();
    if (integrity?.['integrity_check'] !== 'ok') return `it is damaged (${integrity?.['integrity_check']})`;
    if (database.prepare('PRAGMA foreign_key_check').get()) return 'it is damaged (rows refer to missing rows)';
    return undefined;
  } catch (error) {
    return `it is not a shop database (${error instanceof Error ? error.message : error})`;
  } finally {
    database?.close();
  }
}
