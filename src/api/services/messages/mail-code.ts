import type { Tx } from '#api/database/schema/engine.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { OTP_MINUTES } from '#lib/contract/lifetimes.ts';
import { t } from '#lib/contract/text/t.ts';
import { enqueueCodeMail } from './outbox.ts';

/** Mails a one-time code, without a link. The mail has no name, because the address may be mistyped. */
export async function mailCode(tx: Tx, to: string, { code, expiresAt }: { code: string; expiresAt: string }): Promise<void> {
  const { store_name } = await readSettings(tx);
  const paragraphs = [
    t('{code} is your code for {shop}.', { code, shop: store_name }),
    t('Enter it on the page that asked for it. It works for {minutes} minutes.', { minutes: OTP_MINUTES }),
    t('If you did not ask for it, you can ignore this email. Do not give the code to anyone.'),
  ];
  const subject = t('Your code for {shop}: {code}', { shop: store_name, code });
  enqueueCodeMail(tx, { to, subject, text: paragraphs.join('\n\n'), expiresAt });
}
