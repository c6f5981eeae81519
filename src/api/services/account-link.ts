import type { Selectable } from 'kysely';
import type { Tx } from '../database/open.ts';
import type { CustomerTable } from '../database/tables.ts';
import { customerActor, recordAudit } from './audit/audit.ts';

type CustomerRow = Selectable<CustomerTable>;

/**
 * Makes a guest one with the account whose e-mail address the guest just named, when each has proven what the other only says: the guest
 * the number, the account the address. Nobody who borrowed somebody's number or address gets that far, since the other side never named
 * theirs. The guest's sessions and cart go over to the account. Says whether it did.
 */
export async function linkGuest(tx: Tx, guest: CustomerRow, account: CustomerRow): Promise<boolean> {
  const bothSay = guest.phone_number === account.phone_number;
  const bothProve = guest.phone_verified_at !== null && account.email_verified_at !== null;
  if (!bothSay || !bothProve || guest.firstname !== '' || account.phone_verified_at) return false;
  await tx.updateTable('session').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  const there = tx.selectFrom('cart_line').select('variant_id').where('customer_id', '=', account.id);
  await tx.deleteFrom('cart_line').where('customer_id', '=', guest.id).where('variant_id', 'in', there).execute();
  await tx.updateTable('cart_line').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  await tx.deleteFrom('customer').where('id', '=', guest.id).execute();
  await tx.updateTable('customer').set({ phone_verified_at: guest.phone_verified_at }).where('id', '=', account.id).execute();
  const actor = customerActor(guest.id);
  await recordAudit(tx, { actor, action: 'account-link', subject: customerActor(account.id) });
  return true;
}
