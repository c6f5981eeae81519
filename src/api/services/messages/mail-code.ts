import type { Tx } from '#api/database/schema/engine.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { OTP_MINUTES } from '#lib/contract/lifetimes.ts';
import { enqueueCodeMail } from './outbox.ts';

/** Mails a one-time code, without a link. The mail has no name, because the address may be mistyped. */
export async function mailCode(tx: Tx, to: string, { code, expiresAt }: { code: string; expiresAt: string }): Promise<void> {
  const { store_name } = await readSettings(tx);
  const paragraphs = [
    `${code} is your code for ${store_name}.`,
    `Enter it on the page that asked for it. It works for ${OTP_MINUTES} minutes.`,
    'If you did not ask for it, you can ignore this email. Do not give the code to anyone.',
  ];
  enqueueCodeMail(tx, { to, subject: `Your code for ${store_name}: ${code}`, text: paragraphs.join('\n\n'), expiresAt });
}
