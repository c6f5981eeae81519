import type { Db, Tx } from '#api/database/schema/engine.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { STAFF_LINK_MINUTES } from '#lib/contract/lifetimes.ts';
import { isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

const LINK_TTL_MS = STAFF_LINK_MINUTES * MINUTE_MS;

/** Creates a one-time link and returns its token, of which only a hash is stored. An older link of the same person no longer works. */
export async function createStaffLink(tx: Tx, staffId: number): Promise<string> {
  const token = createToken();
  const link = { token_hash: hashToken(token), expires_at: isoFromNow(LINK_TTL_MS) };
  await tx
    .insertInto('staff_link')
    .values({ staff_id: staffId, ...link })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(link))
    .execute();
  return token;
}

/** The person whom a link lets in, without using it up. Undefined when it is unknown, used, replaced or expired. */
export const findStaffOfLink = (db: Db, token: string) =>
  db
    .selectFrom('staff_link')
    .innerJoin('staff', 'staff.id', 'staff_link.staff_id')
    .select(['staff.id', 'email', 'name', 'role', 'password_hash'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', isoNow())
    .where('expires_at', '<=', latestExpiry(LINK_TTL_MS))
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** Uses a link up. False when it has been used or replaced meanwhile. */
export async function consumeStaffLink(tx: Tx, token: string): Promise<boolean> {
  const used = tx.deleteFrom('staff_link').where('token_hash', '=', hashToken(token)).where('expires_at', '>', isoNow());
  return (await used.returning('staff_id').executeTakeFirst()) !== undefined;
}

/** Deletes expired links. */
export async function purgeStaffLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom('staff_link').where('expires_at', '<', isoNow()).execute();
}
