import type { Selectable } from 'kysely';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { deleteSessions } from '#api/services/sessions/sessions.ts';
import { mailAccountLinked } from './account-mails.ts';

type CustomerRow = Selectable<CustomerTable>;

/** Whether both can be merged: the guest has verified the phone number, and the account the email address. */
const canLink = (guest: CustomerRow, account: CustomerRow): boolean =>
  guest.firstname === '' &&
  guest.phone_verified_at !== null &&
  guest.phone_number === account.phone_number &&
  account.email_verified_at !== null &&
  account.phone_named_at !== null &&
  account.phone_verified_at === null;

/**
 * Merges a guest into the account whose email address the guest gave, when `canLink`: moves the guest's sessions and cart to the account,
 * and deletes the account's own sessions and password, because only the guest has just proven who they are. Mails the account's owner.
 * Returns whether the two were linked.
 */
export async function linkGuestAccount(tx: Tx, guest: CustomerRow, account: CustomerRow, siteUrl: string): Promise<boolean> {
  if (!canLink(guest, account)) return false;
  await deleteSessions(tx, account.id);
  await tx.updateTable('session').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  const inAccountCart = tx.selectFrom('cart_line').select('variant_id').where('customer_id', '=', account.id);
  await tx.deleteFrom('cart_line').where('customer_id', '=', guest.id).where('variant_id', 'in', inAccountCart).execute();
  await tx.updateTable('cart_line').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  await tx.deleteFrom('customer').where('id', '=', guest.id).execute();
  const verified = { phone_verified_at: guest.phone_verified_at, password_hash: null };
  await tx.updateTable('customer').set(verified).where('id', '=', account.id).execute();
  await recordAudit(tx, { actor: customerActor(guest.id), action: 'account-link', subject: customerActor(account.id) });
  if (account.email) await mailAccountLinked(tx, { email: account.email, firstname: account.firstname, siteUrl });
  return true;
}
