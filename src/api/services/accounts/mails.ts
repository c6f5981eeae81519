import type { Tx } from '#api/database/open.ts';
import { sanitiseMailName } from '#api/services/messages/mail-text.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { RESET_LINK_TTL_SECONDS, VERIFY_LINK_TTL_SECONDS } from '#lib/contract/limits.ts';

/** Whom an account's mail greets and where its links lead; `siteUrl` has no slash at its end. */
export interface MailRecipient {
  email: string;
  firstname: string;
  siteUrl: string;
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

async function send(tx: Tx, to: MailRecipient, subject: string, lines: readonly string[], lifeSeconds?: number): Promise<void> {
  const { store_name } = await readSettings(tx);
  const text = [`Dear ${sanitiseMailName(to.firstname)},`, ...lines, store_name].join('\n\n');
  const expiresAt = lifeSeconds === undefined ? undefined : inSeconds(lifeSeconds);
  await enqueueMail(tx, { to: to.email, subject: `${subject} – ${store_name}`, text, expiresAt });
}

/** Mails the link that proves an address. */
export const mailVerificationLink = (tx: Tx, to: MailRecipient, secret: string): Promise<void> =>
  send(
    tx,
    to,
    'Please confirm your email address',
    [
      'please open this link and confirm your email address to finish your registration:',
      `${to.siteUrl}/signin?verify=${secret}`,
      'It works for 24 hours. If you did not register with us, you can ignore this mail: then nothing happens.',
    ],
    VERIFY_LINK_TTL_SECONDS,
  );

/** Tells the owner of an address that somebody, most likely they, tried to register with it again. */
export const mailAlreadyRegistered = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, 'You already have an account', [
    'someone has just tried to register with this email address, which already has an account here. Nothing has been changed.',
    `If it was you, sign in at ${to.siteUrl}/signin or choose a new password at ${to.siteUrl}/forgot-password.`,
  ]);

/** Tells the owner of an account that a guest with its mobile number was connected with it, and that it has no password any more. */
export const mailAccountLinked = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, 'Your mobile number is confirmed', [
    'someone has just checked out with this email address and confirmed the mobile number of your account by a code. The order is in your account.',
    `For your safety you are signed out everywhere else and your old password no longer works. Choose a new one at ${to.siteUrl}/forgot-password or sign in with a code sent to your mobile number.`,
    'If it was not you, choose a new password and write to us.',
  ]);

/** Tells the owner of a verified address that a guest gave it at checkout. The guest sees nothing of the owner's account. */
export const mailEmailUsedAtCheckout = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, 'Your email address was given at checkout', [
    'someone has just checked out as a guest and given this email address. Your account has not been changed, and they cannot see it.',
    `If it was you, sign in with a code sent to your mobile number to see that order: ${to.siteUrl}/signin?way=code`,
  ]);

/** Mails the link that sets a new password. */
export const mailPasswordReset = (tx: Tx, to: MailRecipient, secret: string): Promise<void> =>
  send(
    tx,
    to,
    'Choose a new password',
    [
      'please open this link to choose a new password:',
      `${to.siteUrl}/reset-password?token=${secret}`,
      'It works once, for 45 minutes. If you did not ask for it, you can leave it alone.',
    ],
    RESET_LINK_TTL_SECONDS,
  );

/** Tells a customer that somebody has tried to sign in too often. */
export const mailLockout = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, 'Many attempts to sign in to your account', [
    'somebody has tried to sign in to your account too often, so further attempts are limited for now. Nobody has signed in by it.',
    'If it was you, wait a little and try again, or use a device that you have signed in with before.',
    `If it was not you, there is nothing that you must do. You see where your account is signed in at ${to.siteUrl}/my-account/account`,
  ]);

/** Tells a customer of a sign-in with a device that the account was not known by. `device` is in our own words (device-name.ts). */
export const mailNewDevice = (tx: Tx, to: MailRecipient, device: string): Promise<void> =>
  send(tx, to, 'New sign-in to your account', [
    `your account has just been signed in to with a new device: ${device}.`,
    'If it was you, there is nothing that you must do.',
    `If it was not you, sign out everywhere at ${to.siteUrl}/my-account/account and choose a new password at ${to.siteUrl}/forgot-password`,
  ]);

/** Tells a customer that the password is another now. */
export const mailPasswordChanged = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, 'Your password has been changed', [
    'the password of your account has just been changed.',
    `If it was not you, choose a new one at once: ${to.siteUrl}/forgot-password`,
  ]);
