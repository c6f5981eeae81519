import type { Selectable } from 'kysely';
import type { Tx } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/schema/tables.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { deleteSessions } from '#api/services/sessions/sessions.ts';
import { mailAccountLinked } from './mails.ts';

type CustomerRow = Selectable<CustomerTable>;

/** Whether each has verified what the other only names: the guest the number, the owner of the account the e-mail address. */
const vouchForEachOther = (guest: CustomerRow, account: CustomerRow): boolean =>
  guest.firstname === '' &&
  guest.phone_verified_at !== null &&
  guest.phone_number === account.phone_number &&
  account.email_verified_at !== null &&
  account.phone_named_at !== null &&
  account.phone_verified_at === null;

/**
 * Makes a guest one with the account whose e-mail address the guest just named. The guest's sessions and cart go over to the account. The
 * account's own sessions end and its password is dropped, because only the guest is here to say so; a mail tells its owner. Says whether it
 * did.
 */
export async function linkGuestAccount(tx: Tx, guest: CustomerRow, account: CustomerRow, siteUrl: string): Promise<boolean> {
  if (!vouchForEachOther(guest, account)) return false;
  await deleteSessions(tx, account.id);
  await tx.updateTable('session').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  const there = tx.selectFrom('cart_line').select('variant_id').where('customer_id', '=', account.id);
  await tx.deleteFrom('cart_line').where('customer_id', '=', guest.id).where('variant_id', 'in', there).execute();
  await tx.updateTable('cart_line').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  await tx.deleteFrom('customer').where('id', '=', guest.id).execute();
  const proof = { phone_verified_at: guest.phone_verified_at, password_hash: null };
  await tx.updateTable('customer').set(proof).where('id', '=', account.id).execute();
  await recordAudit(tx, { actor: customerActor(guest.id), action: 'account-link', subject: customerActor(account.id) });
  if (account.email) await mailAccountLinked(tx, { email: account.email, firstname: account.firstname, siteUrl });
  return true;
}
