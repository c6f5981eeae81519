import { RESET_LINK_SECONDS, VERIFY_LINK_SECONDS } from '#lib/contract/limits.ts';
import type { Tx } from '../database/open.ts';
import { mailName } from './mail-text.ts';
import { enqueueMail } from './outbox.ts';
import { readSettings } from './store.ts';

/** Whom an account's mail greets and where its links lead; `siteUrl` has no slash at its end. */
export interface MailTo {
  email: string;
  firstname: string;
  siteUrl: string;
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

async function send(tx: Tx, to: MailTo, subject: string, lines: readonly string[], lifeSeconds?: number): Promise<void> {
  const { store_name } = await readSettings(tx);
  const text = [`Dear ${mailName(to.firstname)},`, ...lines, store_name].join('\n\n');
  const expiresAt = lifeSeconds === undefined ? undefined : inSeconds(lifeSeconds);
  await enqueueMail(tx, { to: to.email, subject: `${subject} – ${store_name}`, text, expiresAt });
}

/** Mails the link that proves an address. */
export const mailVerification = (tx: Tx, to: MailTo, secret: string): Promise<void> =>
  send(
    tx,
    to,
    'Please confirm your email address',
    [
      'please open this link to finish your registration:',
      `${to.siteUrl}/signin?verify=${secret}`,
      'It works for 24 hours. If you did not register with us, do not open it: then nothing happens.',
    ],
    VERIFY_LINK_SECONDS,
  );

/** Tells the owner of an address that somebody, most likely they, tried to register with it again. */
export const mailAlreadyRegistered = (tx: Tx, to: MailTo): Promise<void> =>
  send(tx, to, 'You already have an account', [
    'someone has just tried to register with this email address, which already has an account here. Nothing has been changed.',
    `If it was you, sign in at ${to.siteUrl}/signin or choose a new password at ${to.siteUrl}/forgot-password.`,
  ]);

/** Mails the link that sets a new password. */
export const mailReset = (tx: Tx, to: MailTo, secret: string): Promise<void> =>
  send(
    tx,
    to,
    'Choose a new password',
    [
      'please open this link to choose a new password:',
      `${to.siteUrl}/reset-password?token=${secret}`,
      'It works once, for 45 minutes. If you did not ask for it, you can leave it alone.',
    ],
    RESET_LINK_SECONDS,
  );

/** Tells a customer that the password is another now. */
export const mailPasswordChanged = (tx: Tx, to: MailTo): Promise<void> =>
  send(tx, to, 'Your password has been changed', [
    'the password of your account has just been changed.',
    `If it was not you, choose a new one at once: ${to.siteUrl}/forgot-password`,
  ]);
