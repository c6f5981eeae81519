import { StoreUnavailable } from '#api/database/errors/problem-and-fix.ts';
import {
  openStandby,
  type PrimaryPosition,
  probeStandby,
  readPrimaryPosition,
  standbyName,
} from '#api/database/postgres/standby.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Configuration } from '#api/environment/configuration.ts';
import type { Finding } from './finding.ts';

async function checkStandby(url: string, primary: PrimaryPosition): Promise<Finding> {
  const check = 'standby';
  const db = openStandby(url);
  try {
    await probeStandby(db, url, primary);
    return { check, state: 'good', finding: `${standbyName(url)} answers catalogue reads` };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return { check, state: 'note', finding: `${error.problem}. The primary answers in its place`, fix: error.fix };
  } finally {
    await db.destroy();
  }
}

export async function checkStandbys(db: Db, { databaseUrl, readUrls }: Configuration): Promise<Finding[]> {
  if (!databaseUrl || readUrls.length === 0) return [];
  const primary = await readPrimaryPosition(db);
  return Promise.all(readUrls.map((url) => checkStandby(url, primary)));
}
