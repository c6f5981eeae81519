import type { Tx } from '#api/database/schema/engine.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { stripLinks } from '#api/services/messages/sanitise-mail-text.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { HealthNews } from './warnings.ts';

async function readAddresses(tx: Tx, supportEmail: string | undefined): Promise<string[]> {
  const owners = await tx
    .selectFrom('staff')
    .select('email')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  const addresses = [...(supportEmail ? [supportEmail] : []), ...owners.map(({ email }) => email)];
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}

/** Enqueues a mail to the owners about warnings that have begun and ended, in the caller's transaction; none without any. */
export async function mailHealthNews(tx: Tx, { began, ended }: HealthNews): Promise<void> {
  if (began.length + ended.length === 0) return;
  const { store_name, legal } = await readSettings(tx);
  const text = [
    ...(began.length > 0 ? ['Your shop has found something that you should know:'] : []),
    ...began.map(({ subject, finding, fix }) => stripLinks(`${subject}: ${finding}.`) + (fix ? `\n${fix}` : '')),
    ...(ended.length > 0 ? ['This is over:'] : []),
    ...ended.map(({ subject, finding }) => stripLinks(`${subject}: ${finding}.`)),
    'What is found now is on the first page of the admin pages. To check at any time: store doctor',
  ].join('\n\n');
  const subject = began.length > 0 ? 'your shop needs you' : 'what was wrong is over';
  for (const to of await readAddresses(tx, legal?.support_email))
    await enqueueMail(tx, { to, subject: `${store_name}: ${subject}`, text });
}
