import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { databaseFile, mediaFolder } from '#api/database/files/data-folder.ts';
import { formatNumber } from '#lib/rules/text.ts';
import type { Finding } from './finding.ts';
import { describeMissingStore } from './missing-store.ts';

/** Free disk space below which the owner is warned, in bytes. */
const LOW_DISK_SPACE_BYTES = 500 * 1024 * 1024;

/** Types of network file systems, as `statfs` gives them: NFS, SMB (three versions), FUSE (as sshfs), 9p, Ceph, AFS. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f,
]);

/** Whether a file system is on another machine, by its `statfs` type, which may be signed. */
export const isNetworkFileSystem = (type: number): boolean => networkTypes.has(type >>> 0);

/** Checks that the data folder is writable, and that a SQLite database in it is on a local disk. */
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
  const { bavail, bsize, type } = await statfs(dataDir);
  if (isNetworkFileSystem(type) && existsSync(databaseFile(dataDir)))
    return {
      check,
      state: 'bad',
      finding: `${resolve(dataDir)} is on a network disk, where SQLite can lose orders or damage the database`,
      fix: 'Move the folder to a local disk, or the shop to PostgreSQL with "npm run store -- move --to postgres://…"',
    };
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  if (bavail * bsize > LOW_DISK_SPACE_BYTES) return { check, state: 'good', finding: `${resolve(dataDir)} is writable` };
  return {
    check,
    state: 'bad',
    finding: `Only ${formatNumber(megabytes)} MB are free on the disk`,
    fix: 'Free some space before orders fail',
  };
}
