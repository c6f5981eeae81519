import { TOTP } from 'otpauth';
import { addStaff } from '#api/services/staff/staff-members.ts';
import type { StaffRole } from '#lib/contract/admin/staff.ts';
import { adminOpenLinkCall, adminSetUpCall } from '#lib/contract/admin/staff-sign-in.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

/** A password that satisfies the rules. */
export const staffPassword = 'needle-and-thread!';

let next = 0;

/** What an app shows for a secret, some steps of 30 seconds from now. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Adds a member of staff as the command does; returns the address and the token of the link. */
export async function inviteStaff(
  shop: TestShop,
  { role = 'owner', email = `staff${++next}@shop.example` }: { role?: StaffRole; email?: string } = {},
) {
  const { id, token: link } = await shop.change((tx) => addStaff(tx, { command: 'owner:test' }, { email, name: 'Asha', role }));
  return { id, email, link };
}

/** Opens a link and sets the person up, as the page does. */
export async function useLink(shop: TestShop, link: string, headers: Record<string, string> = {}) {
  const { data: opened } = await shop.succeed(adminOpenLinkCall, { body: { link }, headers });
  const { totp_secret } = opened;
  const body = { link, password: staffPassword, totp_secret, code: appCode(totp_secret) };
  const { data } = await shop.succeed(adminSetUpCall, { body, headers });
  return { secret: totp_secret, ...data };
}

/** A member of staff who has set up password and app, and is signed in. */
export async function addStaffPerson(shop: TestShop, options: { role?: StaffRole; email?: string } = {}) {
  const invited = await inviteStaff(shop, options);
  return { ...invited, password: staffPassword, ...(await useLink(shop, invited.link)) };
}

/** A code of the app that works although others were used a moment ago. */
export async function freshCode(shop: TestShop, { id, secret }: { id: number; secret: string }): Promise<string> {
  await shop.change((tx) => tx.updateTable('staff').set({ totp_last_step: 0 }).where('id', '=', id).execute());
  return appCode(secret);
}
