import type { Tx } from '#api/database/schema/engine.ts';
import { enqueueCustomerMail } from '#api/services/messages/enqueue-customer-mail.ts';
import { t } from '#lib/contract/text/t.ts';
import { HOUR_MS, isoFromNow, MINUTE_MS } from '#lib/rules/durations.ts';

/** The recipient of an account mail. `siteUrl` is the base of its links, without a trailing slash. */
export interface MailRecipient {
  email: string;
  firstname: string;
  siteUrl: string;
}

/** The token of a mailed link and how long it is valid, in milliseconds. The mail expires with it. */
export interface MailedToken {
  token: string;
  ttlMs: number;
}

const addresses = ({ siteUrl }: MailRecipient) => ({
  signIn: `${siteUrl}/signin`,
  newPassword: `${siteUrl}/forgot-password`,
  account: `${siteUrl}/my-account/account`,
});

async function send(tx: Tx, to: MailRecipient, subject: string, paragraphs: readonly string[], ttlMs?: number): Promise<void> {
  await enqueueCustomerMail(tx, {
    to: to.email,
    name: [to.firstname],
    subject: (storeName) => `${subject} – ${storeName}`,
    paragraphs,
    expiresAt: ttlMs === undefined ? undefined : isoFromNow(ttlMs),
  });
}

/** Mails the link that verifies an email address. */
export const mailVerificationLink = (tx: Tx, to: MailRecipient, { token, ttlMs }: MailedToken): Promise<void> =>
  send(
    tx,
    to,
    t('Please confirm your email address'),
    [
      t('please open this link to confirm your email address and finish your registration:'),
      `${to.siteUrl}/signin?verify=${token}`,
      t('The link works for {hours} hours. If you did not sign up with us, you can ignore this email.', {
        hours: ttlMs / HOUR_MS,
      }),
    ],
    ttlMs,
  );

/** Notifies the owner of an address of another registration with it, most likely their own. */
export const mailAlreadyRegistered = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, t('You already have an account'), [
    t(
      'someone has just tried to sign up with this email address, but you already have an account with us. Nothing has been changed.',
    ),
    t('If it was you, sign in at {signIn} or choose a new password at {newPassword}.', addresses(to)),
  ]);

/** Notifies the owner of an account after a guest with its phone number was linked to it and its password removed. */
export const mailAccountLinked = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, t('Your mobile number is confirmed'), [
    t(
      'someone has just checked out with this email address and confirmed the mobile number of your account with a code. You can find the order in your account.',
    ),
    t(
      'To keep your account safe, we have signed you out on all other devices and removed your old password. Choose a new one at {newPassword} or sign in with a code sent to your mobile number.',
      addresses(to),
    ),
    t('If it was not you, please choose a new password and contact us.'),
  ]);

/** Notifies the owner of a verified address after a guest used it at checkout. The guest gets no access to the account. */
export const mailEmailUsedAtCheckout = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, t('Your email address was given at checkout'), [
    t(
      'someone has just checked out as a guest with this email address. Your account has not been changed, and they cannot see it.',
    ),
    t('If it was you, sign in with a code sent to your mobile number to see the order: {signIn}', {
      signIn: `${to.siteUrl}/signin?way=code`,
    }),
  ]);

/** Mails the link that sets a new password. */
export const mailPasswordReset = (tx: Tx, to: MailRecipient, { token, ttlMs }: MailedToken): Promise<void> =>
  send(
    tx,
    to,
    t('Choose a new password'),
    [
      t('please open this link to choose a new password:'),
      `${to.siteUrl}/reset-password?token=${token}`,
      t('The link works once, for {minutes} minutes. If you did not ask for it, you can ignore this email.', {
        minutes: ttlMs / MINUTE_MS,
      }),
    ],
    ttlMs,
  );

/** Notifies a customer of too many sign-in attempts. */
export const mailLockout = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, t('Many attempts to sign in to your account'), [
    t(
      'someone has tried to sign in to your account too many times, so we have limited further attempts for now. None of these attempts succeeded.',
    ),
    t('If it was you, please wait a little and try again, or use a device that you have signed in with before.'),
    t(
      'If it was not you, you do not need to do anything. You can see where your account is signed in at {account}',
      addresses(to),
    ),
  ]);

/** Notifies a customer of a sign-in on a new device. `device` comes from device-name.ts, never from the visitor. */
export const mailNewDevice = (tx: Tx, to: MailRecipient, device: string): Promise<void> =>
  send(tx, to, t('New sign-in to your account'), [
    t('your account has just been signed in to on a new device: {device}.', { device }),
    t('If it was you, you do not need to do anything.'),
    t('If it was not you, sign out everywhere at {account} and choose a new password at {newPassword}', addresses(to)),
  ]);

/** Notifies a customer of a changed password. */
export const mailPasswordChanged = (tx: Tx, to: MailRecipient): Promise<void> =>
  send(tx, to, t('Your password has been changed'), [
    t('the password of your account has just been changed.'),
    t('If it was not you, choose a new password right away: {newPassword}', addresses(to)),
  ]);
