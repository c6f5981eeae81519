import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reasonOf } from '#api/database/errors/reason.ts';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { describeMissingStore } from '#cli/store/open-store.ts';
import { formatNumber } from '#lib/rules/text/format-number.ts';
import type { Finding } from './finding.ts';

/** Free disk space below which the owner is warned, in bytes. */
const LOW_DISK_SPACE_BYTES = 500 * 1024 * 1024;

/** Checks that the data folder is writable. */
export async function checkDataDir(dataDir: string): Promise<Finding> {
  const check = 'data folder';
  if (!existsSync(dataDir)) {
    return { check, state: 'bad', finding: `There is no folder ${resolve(dataDir)}`, fix: describeMissingStore(dataDir).fix };
  }
  try {
    for (const folder of [dataDir, mediaFolder(dataDir)].filter(existsSync)) {
      const file = join(folder, `.doctor-${process.pid}`);
      await writeFile(file, 'x', { flag: 'wx' });
      await rm(file);
    }
  } catch (error) {
    const fix = 'Give the user that runs the shop write access, or set DATA_DIR to another folder';
    return { check, state: 'bad', finding: `The shop cannot write to ${resolve(dataDir)} (${reasonOf(error)})`, fix };
  }
  const { bavail, bsize } = await statfs(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  if (bavail * bsize > LOW_DISK_SPACE_BYTES) return { check, state: 'good', finding: `${resolve(dataDir)} is writable` };
  return {
    check,
    state: 'bad',
    finding: `Only ${formatNumber(megabytes)} MB are free on the disk`,
    fix: 'Free some space before orders fail',
  };
}
