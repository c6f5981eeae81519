import type { Page } from 'playwright';
import type { Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { createStaffSession } from '#api/services/staff/staff-sessions.ts';
import type { StaffRole } from '#lib/contract/admin/staff.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { openRecords, type RunningShop } from '#tests/support/browser/shop-server.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

/** Adds a member of staff who may sign in, and returns the token of an open session. */
export async function addSignedInStaff(tx: Tx, role: StaffRole, name = role === 'owner' ? 'Asha' : 'Pavan'): Promise<string> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@shop.example`;
  const { id } = await tx
    .insertInto('staff')
    .values({ email, mailbox: email, name, role, password_hash: null, created_at: isoNow(), removed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return createStaffSession(tx, id, { deviceName: 'Chrome on Android' });
}

/** The token of a new member of staff of a test store. */
export const staffToken = (shop: TestShop, role: StaffRole): Promise<string> => shop.change((tx) => addSignedInStaff(tx, role));

/** Signs a browser in at a running shop as a new member of staff. */
export async function signInStaff(page: Page, shop: RunningShop, role: StaffRole = 'owner'): Promise<void> {
  const db = await openRecords(shop);
  const token = await write(db, (tx) => addSignedInStaff(tx, role)).finally(() => db.destroy());
  const { hostname } = new URL(shop.url);
  await page
    .context()
    .addCookies([
      { name: '__Host-staff', value: token, domain: hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
}
