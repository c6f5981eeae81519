import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDataFolder, mappingsFolder } from '#api/database/files/data-folder.ts';
import type { FindMapping } from './header-finder.ts';
import { fingerprintOf, parseMapping, type TableMapping } from './table-mapping.ts';

/** Where the mapping of tables with these columns is kept. */
const mappingFile = (dataDir: string, header: readonly string[]): string =>
  join(mappingsFolder(dataDir), `${fingerprintOf(header)}.json`);

/** Finds the mappings that are kept in a data folder. One that cannot be read counts as none: the owner is asked again. */
export const keptMappings =
  (dataDir: string): FindMapping =>
  (header) => {
    try {
      return parseMapping(readFileSync(mappingFile(dataDir, header), 'utf8'));
    } catch {
      return undefined;
    }
  };

/** Keeps the mapping of tables with these columns. Returns the path of its file. */
export function keepMapping(dataDir: string, header: readonly string[], mapping: TableMapping): string {
  const file = mappingFile(dataDir, header);
  ensureDataFolder(dataDir);
  mkdirSync(mappingsFolder(dataDir), { recursive: true });
  writeFileSync(file, `${JSON.stringify(mapping, null, 2)}\n`);
  return file;
}
