import type { Tx } from '#api/database/schema/engine.ts';
import { enqueueCustomerMail } from '#api/services/messages/enqueue-customer-mail.ts';
import { t } from '#lib/contract/text/t.ts';

interface Recipient {
  email: string;
  name: string;
}

/** Tells a member of staff of a sign-in on a new device. `device` comes from device-name.ts, never from the visitor. */
export const mailStaffNewDevice = (tx: Tx, { email, name }: Recipient, device: string): Promise<void> =>
  enqueueCustomerMail(tx, {
    to: email,
    name: [name],
    subject: (storeName) => t('New sign-in to the admin of {storeName}', { storeName }),
    paragraphs: [
      t('somebody has just signed in to the admin of the shop as you, on a new device: {device}.', { device }),
      t('If it was you, you do not need to do anything.'),
      t(
        'If it was not you, open “Your account” in the admin, end that session and ask an owner of the shop for a new link, with which you choose a new password.',
      ),
    ],
  });
