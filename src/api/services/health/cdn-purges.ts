import type { Db } from '#api/database/schema/engine.ts';
import { countPurges } from '#api/services/cdn-purge-claims-and-retries.ts';
import { formatCount } from '#lib/rules/format/units.ts';
import type { Finding } from './finding.ts';

export interface CdnInFront {
  ttlSeconds: number;
  purge?: object | undefined;
}

/** Failed attempts from which the owner is warned; the third comes after seven seconds. */
const MANY_ATTEMPTS = 3;

/** Checks whether a CDN in front is told what changes, and carries it out. */
export async function checkPurges(db: Db, { cdn }: { cdn?: CdnInFront | undefined }): Promise<Finding[]> {
  if (!cdn) return [];
  const check = 'CDN';
  if (!cdn.purge) {
    const finding = `A change shows after up to ${formatCount(cdn.ttlSeconds, 'second')}, because the CDN is not told of it`;
    return [{ check, state: 'note', finding, fix: 'Set CDN_PURGE_URL' }];
  }
  const { waiting, attempts } = await countPurges(db);
  if (attempts < MANY_ATTEMPTS) return [{ check, state: 'good', finding: 'The CDN is told what changes' }];
  const finding = `${formatCount(waiting, 'change')} could not be told to the CDN yet`;
  return [{ check, state: 'bad', finding, fix: 'See the log of the server for what CDN_PURGE_URL answers' }];
}
