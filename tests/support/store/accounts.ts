import { createSession } from '#api/services/sessions/sessions.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { type loginOtpCall, otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { registerCall, verifyEmailCall } from '#lib/contract/sign-up.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { openShop, type ShopOptions, type TestShop } from './test-store.ts';

let next = 7_000_000_000;

/** Returns an unused mobile number. */
export const newMobile = (): string => String(next++);

/** A password that satisfies the rules. */
export const password = 'open-sesame!';

/** The body of a sign-up; with a new address by default. */
export function signUpBody(person: Partial<BodyOf<typeof registerCall>> = {}): BodyOf<typeof registerCall> {
  return {
    firstname: 'Asha',
    lastname: 'Rao',
    email: `p${newMobile()}@example.com`,
    password,
    phone_number: newMobile(),
    terms: true,
    ...person,
  };
}

/** Opens a shop whose mail server and SMS provider never respond: its messages stay in the outbox. */
export const openSendingShop = (options: ShopOptions = {}): Promise<TestShop> =>
  openShop({
    demoMode: false,
    siteUrl: 'https://shop.example',
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'Shop <shop@example.com>' },
    sms: { url: 'http://127.0.0.1:9/', authKey: 'key', templates: { otp: 'template' } },
    ...options,
  });

/** Returns the messages to a recipient, newest first. */
export const messagesTo = (shop: TestShop, recipient: string) =>
  shop.store.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).orderBy('id', 'desc').execute();

/** Returns the secret in the newest link mailed to an address. */
export async function mailedSecret(shop: TestShop, email: string): Promise<string> {
  for (const { body } of await messagesTo(shop, email)) {
    const secret = /https:\/\/shop\.example\/(?:signin\?verify|reset-password\?token)=([\w-]{43})/.exec(body)?.[1];
    if (secret) return secret;
  }
  throw new Error(`No link was mailed to ${email}`);
}

/** Returns the newest code sent to a number. */
export async function textedCode(shop: TestShop, mobile: string): Promise<string> {
  const [message] = await messagesTo(shop, mobile);
  return (JSON.parse(message?.body ?? '{}') as { otp?: string }).otp ?? '';
}

/** Opens a shop that can send mail but no texts: it mails the codes of its checkout. */
export const openMailingShop = (options: ShopOptions = {}): Promise<TestShop> =>
  openSendingShop({ sms: undefined as never, ...options });

/** Returns the newest code mailed to a mailbox; '' if there is none. */
export async function mailedCode(shop: TestShop, mailbox: string): Promise<string> {
  const mails = await messagesTo(shop, mailbox);
  const code = mails.find(({ subject }) => subject === 'otp');
  return /: (\d{6})"/.exec(code?.body ?? '')?.[1] ?? '';
}

/** A guest's phone number and email address. */
export interface MailGuest {
  mobile: string;
  email: string;
}

/** Proves a mailbox by a mailed code, as the checkout does; returns the reply to the code. */
export async function enterMailedCode(shop: TestShop, { mobile, email }: MailGuest) {
  const { data } = await shop.succeed(otpSendCall, { body: { mobile, email } });
  const otp = await mailedCode(shop, email.toLowerCase());
  const body = { mobile, otp, ...(data.otp_request && { otp_request: data.otp_request }) };
  const session = (await shop.succeed(otpVerifyCheckoutCall, { body })).data;
  return { ...session, token: session.token ?? '' };
}

/** The same, with a name: a guest who can order. Returns the token. */
export async function guestByMail(shop: TestShop, guest: MailGuest, name = 'Meera'): Promise<string> {
  const { token } = await enterMailedCode(shop, guest);
  const body = { firstname: name, lastname: 'Pillai', email: guest.email };
  await shop.succeed(updateUserDetailsCall, { token, body });
  return token;
}

/** Registers a customer, and opens the mailed link where the shop sends one. */
export async function registerPerson(shop: TestShop, person: Partial<BodyOf<typeof registerCall>> = {}) {
  const body = signUpBody(person);
  const { data } = await shop.succeed(registerCall, { body });
  if (!data.token) {
    const receipt = data.email_verification_token;
    await shop.succeed(verifyEmailCall, { body: { token: await mailedSecret(shop, body.email), receipt } });
  }
  return { ...body, token: data.token ?? '' };
}

/** Requests a code and returns it from the answer or the outbox. */
export async function codeFor(shop: TestShop, mobile: string, call: typeof otpSendCall | typeof loginOtpCall): Promise<string> {
  const { data } = await shop.succeed(call, { body: { mobile } });
  return data.otp ?? textedCode(shop, mobile);
}

/** Deletes all rate limit counters. */
export const forgetLimits = (shop: TestShop): Promise<unknown> => shop.change((tx) => tx.deleteFrom('rate_limit').execute());

/** Shops in which a buyer proves a phone number, and, where no texts are sent, an email address. */
export const provingShops = [
  ['with texts', 'phone_verified_at', () => openSendingShop()],
  ['without texts', 'email_verified_at', () => openSendingShop({ sms: undefined as never })],
] as const;

/** Adds signed-in customers who have verified only `proven`, or nothing; returns their tokens. */
export const addBuyers = (
  shop: TestShop,
  count: number,
  proven?: 'phone_verified_at' | 'email_verified_at',
  phone: () => string = newMobile,
): Promise<string[]> =>
  shop.change(async (tx) => {
    const tokens: string[] = [];
    for (let i = 0; i < count; i++) {
      const phone_number = phone();
      const name = { firstname: 'Asha', lastname: 'Rao', email: `${newMobile()}@example.com` };
      const row = { ...name, phone_number, created_at: isoNow(), ...(proven && { [proven]: isoNow() }) };
      const { id } = await tx.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow();
      tokens.push(await createSession(tx, id));
    }
    return tokens;
  });
