import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { type ImportOptions, importCatalogue } from '#api/services/import/import-catalogue.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { runCommand } from '#cli/run-command.ts';
import { copyTemplate } from '#tests/support/store/database-template.ts';
import { programPath } from '#tests/support/store/programs.ts';

const projectFolder = join(import.meta.dirname, '../../..');

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty shop in a temporary folder. */
export async function emptyShop(): Promise<{ db: Db; dataDir: string }> {
  const dataDir = temporaryFolder();
  copyTemplate(dataDir);
  const db = await openDatabase(dataDir);
  onTestFinished(() => db.destroy());
  return { db, dataDir };
}

/** Imports files; by default without downloading pictures. */
export const importFiles = (db: Db, files: string[], options: Partial<ImportOptions> = {}) =>
  importCatalogue(db, files, { pictures: createReferenceSource(), seller: { kind: 'retailer', name: 'Test Shop' }, ...options });

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes a CSV file from rows of cells and returns its path. */
export function csvFile(rows: readonly (readonly string[])[], name = 'products.csv', folder = temporaryFolder()): string {
  const file = join(folder, name);
  writeFileSync(file, rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''));
  return file;
}

/** Writes a text to a file that is removed after the test, and returns its path. */
export function textFile(text: string, name = 'products.csv'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** Exit code and output of a command. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** The environment of a command: SQLite unless `settings` name a database. */
const environment = (settings: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: '',
  NODE_NO_WARNINGS: '1',
  ...settings,
});

/** A stream that collects its input. */
class Output extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs an owner's command on a data folder in this process. */
export const store = (dataDir: string, ...args: string[]): Promise<Ended> => storeIn({ DATA_DIR: dataDir }, ...args);

/** Like `store`, with these settings in the environment; on SQLite by default. */
export async function storeIn(settings: Record<string, string>, ...args: string[]): Promise<Ended> {
  const [stdout, stderr] = [new Output(), new Output()];
  const code = await runCommand(args, { env: environment(settings), stdout, stderr, ownsProcess: false, exitCode: 0 });
  return { code, out: stdout.text, err: stderr.text };
}

const spawnProgram = (program: string, dataDir: string, args: readonly string[]): Promise<Ended> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [program, ...args],
      { env: environment({ DATA_DIR: dataDir }), cwd: projectFolder },
      (error, out, err) => {
        done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
      },
    );
  });

/** Like `store`, in its own process: for tests of processes and of locks between them. */
export const spawnStore = async (dataDir: string, ...args: string[]): Promise<Ended> =>
  spawnProgram(await programPath('command'), dataDir, args);

/** Like `spawnStore`, from the sources, as an owner runs it. */
export const spawnSources = (dataDir: string, ...args: string[]): Promise<Ended> =>
  spawnProgram(join(projectFolder, 'src/cli/main.ts'), dataDir, args);

/** Returns every product with its variants. */
export async function readProducts(db: Db) {
  const products = await db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .select(['product.id', 'slug', 'product.name', 'description', 'price', 'mrp', 'stock', 'active', 'pictures', 'picture_alts'])
    .select(['brand', 'keywords', 'import_hash', 'sub_category.name as category'])
    .orderBy('product.id')
    .execute();
  const variants = await db.selectFrom('variant').selectAll().orderBy('position').execute();
  return products.map((product) => ({ ...product, variants: variants.filter((variant) => variant.product_id === product.id) }));
}
