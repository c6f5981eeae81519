import type { Db, Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { enqueueMail, enqueueSms } from '#api/services/messages/outbox.ts';
import { joinOrdersForSms } from '#api/services/messages/sms-variables.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { formatRupees } from '#lib/rules/money.ts';
import { enqueuePush } from './push-messages.ts';

export interface AlertSettings {
  byMail: boolean;
  /** Ten digits; undefined for no texts. */
  phone: string | undefined;
}

export async function readAlertSettings(db: Db, staffId: number): Promise<AlertSettings> {
  const row = await db.selectFrom('staff_alert').selectAll().where('staff_id', '=', staffId).executeTakeFirst();
  return { byMail: row?.by_mail === 1, phone: row?.phone_number ?? undefined };
}

export async function saveAlertSettings(tx: Tx, staff: Staff, { byMail, phone }: AlertSettings): Promise<void> {
  const before = await readAlertSettings(tx, staff.staffId);
  const values = { by_mail: byMail ? 1 : 0, phone_number: phone ?? null };
  await tx
    .insertInto('staff_alert')
    .values({ staff_id: staff.staffId, ...values })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(values))
    .execute();
  const describe = (mail: boolean, text: string | undefined): string =>
    `mail ${mail ? 'on' : 'off'}, text ${text ? 'on' : 'off'}`;
  const detail = { before: describe(before.byMail, before.phone), after: describe(byMail, phone) };
  await recordAudit(tx, { actor: staffActor(staff), action: 'alerts set', subject: staffActor(staff), detail });
}

async function readRecipients(tx: Tx) {
  const rows = await tx
    .selectFrom('staff')
    .leftJoin('staff_alert', 'staff_alert.staff_id', 'staff.id')
    .leftJoin('push_subscription', 'push_subscription.staff_id', 'staff.id')
    .select(['staff.id', 'email', 'mailbox', 'by_mail', 'phone_number', 'push_subscription.id as device'])
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .where(({ or, eb }) => or([eb('staff_alert.staff_id', 'is not', null), eb('push_subscription.id', 'is not', null)]))
    .orderBy('staff.id')
    .orderBy('push_subscription.id')
    .execute();
  const owners = [...new Map(rows.map((row) => [row.id, row])).values()];
  return {
    mails: owners.filter(({ by_mail }) => by_mail === 1),
    phones: [...new Set(owners.flatMap(({ phone_number }) => phone_number ?? []))],
    devices: rows.flatMap(({ device }) => device ?? []),
  };
}

/**
 * Tells owners of the new orders of one checkout, in the ways that each has chosen. Part of the transaction that places them, so that each is told
 * once. `amount` in rupees. The shop's own address gets the mail with all particulars (`notifyOwnerOfOrders`), and not this one too.
 */
export async function alertOwnersOfOrders(
  tx: Tx,
  { store_name, legal }: StoreSettings,
  { numbers, amount }: { numbers: readonly string[]; amount: string },
): Promise<void> {
  const { mails, phones, devices } = await readRecipients(tx);
  const [first = ''] = numbers;
  const named = numbers.join(', ');
  const path = numbers.length === 1 ? `${ADMIN_BASE}/orders/${first}` : `${ADMIN_BASE}/orders`;
  await enqueuePush(tx, devices, { title: 'New order', body: `${named} · ${formatRupees(amount)}`, path, tag: named });
  for (const { email, mailbox } of mails)
    if (mailbox !== legal?.support_email?.toLowerCase())
      await enqueueMail(tx, {
        to: email,
        subject: `${store_name}: new order ${named}`,
        text: `You have a new order: ${named}, ${formatRupees(amount)}.\n\nOpen it on the admin pages under Orders.`,
      });
  for (const phone of phones)
    await enqueueSms(tx, { phone, template: 'owner_order', values: { order: joinOrdersForSms(numbers), amount } });
}
