import type { Tx } from '#api/database/schema/engine.ts';
import type { BudgetUsage } from '#api/services/limits/message-budget.ts';
import type { LimitName } from '#api/services/limits/store-limit-defaults.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { type MailBlock, renderMailHtml, renderMailText } from '#api/services/messages/render-mail.ts';
import { stripLinks } from '#api/services/messages/sanitise-mail-text.ts';
import type { Address } from '#lib/contract/address.ts';
import type { StoreSettings } from '#lib/contract/store.ts';

interface OwnerMail {
  title: string;
  subject?: string;
  blocks: readonly MailBlock[];
  replyTo?: string;
}

async function enqueueOwnerMail(
  tx: Tx,
  settings: StoreSettings,
  { title, subject = title, blocks, replyTo }: OwnerMail,
): Promise<void> {
  const to = settings.legal?.support_email;
  if (!to) return;
  const content = { title, name: settings.store_name, blocks };
  const text = renderMailText(content, settings);
  // Without the support address, which is the owner's own.
  const html = renderMailHtml(content, { ...settings, legal: undefined });
  await enqueueMail(tx, { to, subject: `${settings.store_name}: ${subject}`, text, html, replyTo });
}

/** Name, phone number and address of the buyer, as text that mail clients do not convert to links. */
const describeBuyer = ({ firstname, lastname, phone_number, address, city, pincode, state }: Address): string =>
  stripLinks(`${firstname} ${lastname}, ${phone_number}; ${address}, ${city} ${pincode}, ${state}`);

/** Notifies the owner of the new orders of one checkout. */
export const notifyOwnerOfOrders = (
  tx: Tx,
  settings: StoreSettings,
  { numbers, tables, to, note }: { numbers: string; tables: readonly MailBlock[]; to: Address; note: string | null },
): Promise<void> =>
  enqueueOwnerMail(tx, settings, {
    title: 'New order',
    subject: `new order ${numbers}`,
    replyTo: to.email,
    blocks: [
      { kind: 'paragraph', text: 'You have a new order:' },
      ...tables,
      { kind: 'paragraph', text: describeBuyer(to) },
      ...(note ? [{ kind: 'paragraph', text: stripLinks(`Note from the customer: ${note}`) } as const] : []),
    ],
  });

/** Notifies the owner of a cancelled order. `reason` may be a customer's words. */
export const notifyOwnerOfCancellation = (
  tx: Tx,
  settings: StoreSettings,
  { number, reason, refund }: { number: string; reason: string; refund: string | undefined },
): Promise<void> =>
  enqueueOwnerMail(tx, settings, {
    title: 'Order cancelled',
    subject: `order ${number} cancelled`,
    blocks: [
      { kind: 'paragraph', text: `Order ${number} has been cancelled. Its stock is back on sale.` },
      { kind: 'paragraph', text: stripLinks(`Reason: ${reason}`) },
      ...(refund
        ? [
            {
              kind: 'paragraph',
              text: `Return ${refund} to the customer at the payment provider, then mark the refund as done.`,
            } as const,
          ]
        : []),
    ],
  });

/** Notifies the owner that customers with a confirmed contact reached a limit of cash on delivery to one address, and how to raise it. */
export const notifyOwnerOfAddressLimit = (
  tx: Tx,
  settings: StoreSettings,
  { name, max }: { name: LimitName; max: number },
): Promise<void> =>
  enqueueOwnerMail(tx, settings, {
    title: 'Limit of cash on delivery reached',
    blocks: [
      {
        kind: 'paragraph',
        text: `A customer with a confirmed mobile number or email address could not order on delivery, because a delivery address has reached its limit of ${max} orders in one ${name.includes('hour') ? 'hour' : 'day'}. Many people may share an address, as in a hostel or an office.`,
      },
      { kind: 'paragraph', text: `To allow more, run: store limits set ${name}=${max * 2}` },
    ],
  });

/** Notifies the owner that codes or account mails to new customers are refused, because their share of a message budget is used up. */
export const notifyOwnerOfBudget = (
  tx: Tx,
  settings: StoreSettings,
  { kind, window, used, limit }: Pick<BudgetUsage, 'kind' | 'window' | 'used' | 'limit'>,
): Promise<void> => {
  const messages = kind === 'sms' ? 'text messages' : 'mails';
  return enqueueOwnerMail(tx, settings, {
    title: `Budget of ${messages} almost used up`,
    blocks: [
      {
        kind: 'paragraph',
        text: `${used} of ${limit} ${messages} for this ${window} are used. The rest is kept for orders and known customers, so new customers get no ${kind === 'sms' ? 'codes' : 'account mails'} until the ${window} ends.`,
      },
      {
        kind: 'paragraph',
        text: `If these are your customers, run: store limits set ${kind}_per_${window}=${limit * 2}. If not, a CAPTCHA keeps scripts out: set CAPTCHA_PROVIDER.`,
      },
    ],
  });
};
