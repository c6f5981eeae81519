import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { loginOtpCall, otpSendCall, otpVerifyCheckoutCall, otpVerifyLoginCall } from '#lib/contract/sign-in.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import {
  enterMailedCode,
  forgetLimits,
  guestByMail,
  mailedCode,
  messagesTo,
  newMobile,
  openMailingShop,
  openSendingShop,
} from '#tests/support/store/accounts.ts';
import { from, home, visit } from '#tests/support/store/client-headers.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openMailingShop();
});
afterAll(() => shop.close());
beforeEach(() => forgetLimits(shop));

const newGuest = () => ({ mobile: newMobile(), email: `guest-${newMobile()}@example.com` });

/** The rows of customers with this mailbox or number. */
const rowsOf = ({ mobile, email }: { mobile: string; email: string }) =>
  shop.store.db
    .selectFrom('customer')
    .selectAll()
    .where(({ or, eb }) => or([eb('phone_number', '=', mobile), eb('mailbox', '=', email)]))
    .orderBy('id')
    .execute();

describe('a shop that sends mail but no texts', () => {
  test('tells the site that codes go by mail; others do not', async () => {
    const infoOf = async (one: TestShop) => (await one.succeed(storeInfoCall)).storeinfo.codes_by_mail;
    expect(await infoOf(shop)).toBe(true);
    for (const open of [openShop, openSendingShop, () => openMailingShop({ mail: undefined as never })]) {
      const other = await open();
      expect(await infoOf(other)).toBeUndefined();
      await other.close();
    }
  });

  test('mails the code in a short mail without a link, and says that it was mailed', async () => {
    const { mobile, email } = newGuest();
    const { data } = await shop.succeed(otpSendCall, { body: { mobile, email } });
    expect(data).toEqual({ otp_request: expect.any(String), mailed: true });
    const mails = await messagesTo(shop, email);
    expect(mails).toHaveLength(1);
    const { subject, text } = JSON.parse(mails[0]?.body ?? '') as { subject: string; text: string };
    const code = await mailedCode(shop, email);
    expect(code).toMatch(/^\d{6}$/);
    expect(subject.endsWith(`: ${code}`)).toBe(true);
    expect(text.split('\n')[0]).toContain(code);
    expect(text).not.toMatch(/http|www\.|@/);
    expect(text).not.toContain(mobile);
    expect(text.length).toBeLessThan(300);
    // The listed subject has no code, and a sent or dead code is redacted.
    expect(mails[0]?.subject).toBe('otp');
    expect(await messagesTo(shop, mobile)).toEqual([]);
  });

  test('opens a guest’s session that has proven the mailbox only', async () => {
    const guest = newGuest();
    const { customer, is_existing_customer } = await enterMailedCode(shop, guest);
    expect(is_existing_customer).toBe(false);
    expect(customer).toMatchObject({ firstname: '', email: guest.email, phone_number: guest.mobile, guest: true });
    const verified = { phone_verified_at: null, email_verified_at: null, password_hash: null };
    expect(await rowsOf(guest)).toEqual([expect.objectContaining({ mailbox: guest.email, ...verified })]);
  });

  test('knows the guest of a mailbox again, with another number too', async () => {
    const guest = newGuest();
    const token = await guestByMail(shop, guest);
    const { id } = await shop.add({ name: `Lamp ${guest.mobile}`, category: 'Home', price: 10_000 });
    await customerOf(shop, token).put(id);
    await customerOf(shop, token).buy('100.00');
    const mobile = newMobile();
    const again = await enterMailedCode(shop, { ...guest, mobile });
    expect(again).toMatchObject({ is_existing_customer: true, customer: { firstname: 'Meera', phone_number: mobile } });
    expect(await customerOf(shop, again.token).orders()).toHaveLength(1);
  });

  test('keeps the proven mailbox as the guest’s address, whatever the guest’s details say', async () => {
    const guest = newGuest();
    const { token } = await enterMailedCode(shop, guest);
    const body = { firstname: 'Meera', lastname: 'Pillai', email: 'other@example.com' };
    const { data } = await shop.succeed(updateUserDetailsCall, { token, body });
    expect(data.customer.email).toBe(guest.email);
  });

  test.each([
    ['without an address', {}, fieldErrors.emailRequired],
    ['with a wrong address', { email: 'not-an-address' }, fieldErrors.emailInvalid],
  ])('refuses to send a code %s', async (_, more, message) => {
    const refused = await shop.fail(otpSendCall, { body: { mobile: newMobile(), ...more } });
    expect(refused).toMatchObject({ httpStatus: 422, errors: { email: [message] } });
  });

  test('sends no codes for signing in, and says which other ways there are', async () => {
    const refused = await shop.fail(loginOtpCall, { body: { mobile: newMobile() } });
    expect(refused).toMatchObject({ httpStatus: 503, message: failure.noSignInCodes });
    const guest = newGuest();
    const { data } = await shop.succeed(otpSendCall, { body: guest });
    const otp = await mailedCode(shop, guest.email);
    const body = { mobile: guest.mobile, otp, otp_request: data.otp_request };
    expect(await shop.fail(otpVerifyLoginCall, { body })).toMatchObject({ httpStatus: 422 });
  });
});

describe('a mailed code', () => {
  const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');

  /** Asks for a code from an address; returns it with what the reply and the cookie prove. */
  async function ask(guest: { mobile: string; email: string }, headers = from(home)) {
    const { data, device } = await visit(shop, 'send', guest, headers);
    return { otp: await mailedCode(shop, guest.email), otp_request: data.otp_request, device };
  }
  const enter = (body: object, headers = from(home)) => visit(shop, 'verify', body, headers);

  test('works once, for the page that asked for it', async () => {
    const guest = newGuest();
    const { mobile } = guest;
    const { otp, otp_request } = await ask(guest);
    expect((await enter({ mobile, otp })).status).toBe(422);
    expect((await enter({ mobile, otp, otp_request: 'another' })).status).toBe(422);
    expect((await enter({ mobile, otp, otp_request })).status).toBe(200);
    expect((await enter({ mobile, otp, otp_request })).status).toBe(422);
  });

  test('works for a browser that sends its cookie only', async () => {
    const guest = newGuest();
    const { otp, device } = await ask(guest);
    expect((await enter({ mobile: guest.mobile, otp }, from(home, { device }))).status).toBe(200);
  });

  test('ends with its third wrong try', async () => {
    const guest = newGuest();
    const { otp, otp_request } = await ask(guest);
    const body = { mobile: guest.mobile, otp_request };
    for (let i = 0; i < 3; i++) expect((await enter({ ...body, otp: otherThan(otp) })).status).toBe(422);
    expect((await enter({ ...body, otp })).status).toBe(422);
  });

  test('does not work for another number than it was asked with', async () => {
    const guest = newGuest();
    const { otp, otp_request, device } = await ask(guest);
    expect((await enter({ mobile: newMobile(), otp, otp_request }, from(home, { device }))).status).toBe(422);
    expect(await rowsOf(guest)).toEqual([]);
  });

  test('is refused by a server of an earlier version, which does not read the mailbox and would open the number’s account', async () => {
    const guest = newGuest();
    const { otp, otp_request } = await ask(guest);
    await shop.change((tx) => tx.updateTable('otp').set({ mailbox: '' }).where('phone_number', '=', guest.mobile).execute());
    expect((await enter({ mobile: guest.mobile, otp, otp_request })).status).toBe(422);
  });

  test('for one mailbox does not open another, whichever address the client sends with it', async () => {
    const [mine, yours] = [newGuest(), newGuest()];
    await guestByMail(shop, yours);
    const { mobile } = yours;
    const own = await ask({ ...mine, mobile });
    const other = await ask(yours);
    expect((await enter({ mobile, otp: own.otp, otp_request: other.otp_request })).status).toBe(422);
    const reply = await shop.raw('/otp/verify/checkout', {
      method: 'POST',
      headers: from(home),
      body: JSON.stringify({ mobile, email: yours.email, otp: own.otp, otp_request: own.otp_request }),
    });
    expect(((await reply.json()) as { data: object }).data).toMatchObject({ customer: { firstname: '', email: mine.email } });
  });

  test('is replaced when the address is corrected: the first one opens nothing', async () => {
    const [wrong, right] = [newGuest(), newGuest()];
    const { mobile } = right;
    const first = await ask({ ...wrong, mobile });
    const { otp_request } = first;
    await visit(shop, 'send', { ...right, otp_request }, from(home));
    const otp = await mailedCode(shop, right.email);
    if (otp !== first.otp) expect((await enter({ mobile, otp: first.otp, otp_request })).status).toBe(422);
    const opened = await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp, otp_request } });
    expect(opened.data.customer.email).toBe(right.email);
  });
});
