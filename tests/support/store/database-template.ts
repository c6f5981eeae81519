import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { openDatabase } from '#api/database/open-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** An empty store's SQLite file with all migrations applied. */
    sqliteTemplate: string | undefined;
  }
}

/** Global setup: migrates one SQLite database, which the stores of the tests copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(project.config.env['TMPDIR'] as string, 'store-template-'));
  const db = await openDatabase(folder);
  await db.destroy();
  project.provide('sqliteTemplate', databaseFile(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Copies a migrated, empty SQLite database into a data folder, so that opening it skips migrations. */
export function copyTemplate(dataDir: string): void {
  const template = inject('sqliteTemplate');
  if (template) copyFileSync(template, databaseFile(dataDir));
}
