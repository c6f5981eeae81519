import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { accountDetailsCall, resetPasswordCall } from '#lib/contract/accounts.ts';
import { getShippingAddressCall, shippingAddressCall } from '#lib/contract/address.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { getSessionsCall, loginCall, otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { addToWishlistCall, getWishlistCall } from '#lib/contract/wishlist.ts';
import { isoNow } from '#lib/rules/durations.ts';
import {
  codeFor,
  enterMailedCode,
  forgetLimits,
  guestByMail,
  type MailGuest,
  mailedCode,
  messagesTo,
  newMobile,
  openMailingShop,
  password,
  registerPerson,
} from '#tests/support/store/accounts.ts';
import { from, strangers } from '#tests/support/store/client-headers.ts';
import { percentCoupon } from '#tests/support/store/coupons.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { openAgain, type TestShop } from '#tests/support/store/test-store.ts';

/** What no one but the victim may read. */
const SECRET = 'Secret';

let shop: TestShop;
/** The same shop once it sends texts. */
let texting: TestShop;
let lamp: { id: number };
let kettle: { id: number };
beforeAll(async () => {
  shop = await openMailingShop();
  texting = await openAgain(shop, {
    siteUrl: 'https://shop.example',
    sms: { url: 'http://127.0.0.1:9/', authKey: 'key', templates: { otp: 'template' } },
  });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 10_000, stock: 10_000 });
  kettle = await shop.add({ name: `${SECRET} kettle`, category: 'Home', price: 20_000, stock: 10_000 });
  await shop.change((tx) => addCoupon(tx, percentCoupon('ONCE10', { max_uses_each: 1 })));
});
afterAll(async () => {
  await texting.close();
  await shop.close();
});
beforeEach(() => forgetLimits(shop));

const newMailbox = () => `m${newMobile()}@example.com`;

/** Fills everything that a customer can have: an order with a coupon, an address, a cart and a wishlist, all with the secret. */
async function fill(token: string, { mobile, email }: MailGuest): Promise<void> {
  const home = { ...address, email, phone_number: mobile, address: `42 ${SECRET} Lane` };
  await shop.succeed(shippingAddressCall, { token, body: home });
  const customer = customerOf(shop, token);
  await customer.put(kettle.id);
  await customer.buy('180.00', { address: home, coupon_code: 'ONCE10' });
  await customer.put(kettle.id, 3);
  await shop.succeed(addToWishlistCall, { token, body: { product_id: kettle.id } });
}

/** Everything that a session shows. */
async function readAll(token: string) {
  const customer = customerOf(shop, token);
  return {
    orders: await customer.orders(),
    cart: await customer.cart(),
    address: (await shop.succeed(getShippingAddressCall, { token })).data,
    wishlist: (await shop.succeed(getWishlistCall, { token })).data,
    sessions: (await shop.succeed(getSessionsCall, { token })).data.length,
  };
}

const nothing = { orders: [], cart: [], address: null, wishlist: [], sessions: 1 };

/** Proves a number by a text and gives a name; returns the token. */
async function signUpByText({ mobile, email }: MailGuest): Promise<string> {
  const otp = await codeFor(texting, mobile, otpSendCall);
  const { token = '' } = (await texting.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } })).data;
  await texting.succeed(updateUserDetailsCall, { token, body: { firstname: SECRET, lastname: 'Rao', email } });
  return token;
}

/** Customers of every kind whose number, mailbox or both an attacker knows; each returns its token. */
const victims: [string, (person: MailGuest) => Promise<string>][] = [
  ['a customer who proved the number by a text', signUpByText],
  [
    'an account with a password and a verified address',
    async ({ mobile, email }) => {
      await registerPerson(shop, { firstname: SECRET, email, phone_number: mobile });
      return (await shop.succeed(loginCall, { body: { email, password } })).data.token ?? '';
    },
  ],
  ['a guest of another mailbox', (person) => guestByMail(shop, { ...person, email: newMailbox() }, SECRET)],
];

describe.each(victims)('the number of %s', (_, become) => {
  test('gives a guest with another mailbox nothing of theirs, and takes nothing from them', async () => {
    const victim = { mobile: newMobile(), email: newMailbox() };
    const token = await become(victim);
    await fill(token, victim);
    const before = await readAll(token);
    expect(JSON.stringify(before)).toContain(SECRET);
    const opened = await enterMailedCode(shop, { mobile: victim.mobile, email: newMailbox() });
    expect(opened.is_existing_customer).toBe(false);
    expect(JSON.stringify(opened)).not.toContain(SECRET);
    const body = { firstname: 'Mallory', lastname: 'Das', email: victim.email };
    const details = await shop.succeed(updateUserDetailsCall, { token: opened.token, body });
    expect(JSON.stringify(details)).not.toContain(SECRET);
    expect(await readAll(opened.token)).toEqual(nothing);
    // The coupon is each customer's own: the victim's use neither shows nor counts.
    const attacker = customerOf(shop, opened.token);
    await attacker.put(lamp.id);
    await attacker.buy('90.00', { coupon_code: 'ONCE10', address: { ...address, phone_number: victim.mobile } });
    await shop.succeed(accountDetailsCall, { token: opened.token, body: { firstname: 'Changed', lastname: 'Name' } });
    expect(await readAll(token)).toEqual(before);
    expect(JSON.stringify(await readAll(opened.token))).not.toContain(SECRET);
  });
});

describe.each(victims.slice(0, 2))('the mailbox of %s', (_, become) => {
  test('opens a guest of its own, never the account', async () => {
    const victim = { mobile: newMobile(), email: newMailbox() };
    const token = await become(victim);
    await fill(token, victim);
    const before = await readAll(token);
    for (const mobile of [victim.mobile, newMobile()])
      for (const email of [victim.email, victim.email.toUpperCase()]) {
        const guest = await guestByMail(shop, { mobile, email });
        expect(await readAll(guest)).toMatchObject({ orders: [], cart: [], address: null, wishlist: [] });
      }
    expect(await readAll(token)).toEqual(before);
  });
});

describe('mailboxes', () => {
  const variants = (name: string): [string, string, boolean][] => [
    ['another letter case', `${name.toUpperCase()}@EXAMPLE.com`, true],
    ['a dot more', `${name.slice(0, 2)}.${name.slice(2)}@example.com`, false],
    ['a tag', `${name}+shop@example.com`, false],
    ['another domain', `${name}@example.org`, false],
    ['a subdomain', `${name}@mail.example.com`, false],
  ];

  test('are the same in any letter case only', async () => {
    const name = `m${newMobile()}`;
    const guest = { mobile: newMobile(), email: `${name}@example.com` };
    await fill(await guestByMail(shop, guest), guest);
    for (const [variant, email, isSame] of variants(name)) {
      const { token, is_existing_customer } = await enterMailedCode(shop, { mobile: guest.mobile, email });
      expect([variant, is_existing_customer]).toEqual([variant, isSame]);
      if (isSame) expect(await customerOf(shop, token).orders()).toHaveLength(1);
    }
  });

  test('get their code in lower case, so that a code goes where it proves', async () => {
    const email = newMailbox();
    await shop.succeed(otpSendCall, { body: { mobile: newMobile(), email: email.toUpperCase() } });
    expect(await mailedCode(shop, email)).toMatch(/^\d{6}$/);
  });

  test.each(['\u212Aiosk@example.com', 'me@example.com\u0000', 'me@exa\u202Emple.com', 'me@example.com, you@example.com'])(
    'like %j are refused or read without invisible characters',
    async (email) => {
      const outcome = await shop.call(otpSendCall, { body: { mobile: newMobile(), email } });
      if (!outcome.success) return expect(outcome).toMatchObject({ httpStatus: 422 });
      const mails = await shop.store.db.selectFrom('outbox').select('recipient').orderBy('id', 'desc').limit(1).execute();
      expect(mails[0]?.recipient).toMatch(/^[a-z0-9.@]+$/);
    },
  );

  test('that a name is asked for at the same moment by several pages get one guest', async () => {
    const guest = { mobile: newMobile(), email: newMailbox() };
    const sent = [];
    for (let i = 0; i < 4; i++) {
      const { data } = await shop.succeed(otpSendCall, { body: guest, headers: from('100.64.1.1') });
      sent.push({ mobile: guest.mobile, otp: await mailedCode(shop, guest.email), otp_request: data.otp_request });
    }
    const opened = await Promise.all(sent.map((body) => shop.succeed(otpVerifyCheckoutCall, { body })));
    expect(opened).toHaveLength(4);
    const rows = await shop.store.db.selectFrom('customer').select('id').where('mailbox', '=', guest.email).execute();
    expect(rows).toHaveLength(1);
  });
});

describe('a guest of a mailed code', () => {
  test('cannot set a password, now or later', async () => {
    const guest = { mobile: newMobile(), email: newMailbox() };
    const token = await guestByMail(shop, guest);
    for (const old of [{}, { old_password: password }]) {
      const body = { ...old, new_password: password, confirm_password: password };
      const refused = await shop.fail(resetPasswordCall, { token, body });
      expect(refused).toMatchObject({ httpStatus: 422, errors: { new_password: [failure.guestPassword] } });
    }
    expect(await shop.fail(loginCall, { body: { email: guest.email, password } })).toMatchObject({ success: false });
  });

  test('can verify nothing: the database refuses it', async () => {
    const guest = { mobile: newMobile(), email: newMailbox() };
    await guestByMail(shop, guest);
    for (const column of ['phone_verified_at', 'email_verified_at', 'password_hash'] as const) {
      const change = shop.change((tx) =>
        tx
          .updateTable('customer')
          .set({ [column]: isoNow() })
          .where('mailbox', '=', guest.email)
          .execute(),
      );
      await expect(change).rejects.toThrow(/check/i);
    }
  });

  test('neither shows to nor takes from the owner of the number, who proves it by a text later', async () => {
    const guest = { mobile: newMobile(), email: newMailbox() };
    const token = await guestByMail(shop, guest, SECRET);
    await fill(token, guest);
    const before = await readAll(token);
    const owner = await signUpByText({ mobile: guest.mobile, email: newMailbox() });
    expect(await readAll(owner)).toEqual(nothing);
    expect(await readAll(token)).toEqual(before);
  });

  test.each([
    ['mailbox and number', (guest: MailGuest) => ({ email: guest.email, phone_number: guest.mobile })],
    ['mailbox', (guest: MailGuest) => ({ email: guest.email })],
    ['number', (guest: MailGuest) => ({ phone_number: guest.mobile })],
  ])('stays apart from an account that is registered with the same %s later', async (_, same) => {
    const guest = { mobile: newMobile(), email: newMailbox() };
    const token = await guestByMail(shop, guest, SECRET);
    await fill(token, guest);
    const before = await readAll(token);
    const { email } = await registerPerson(shop, same(guest));
    const account = (await shop.succeed(loginCall, { body: { email, password } })).data.token ?? '';
    expect(await readAll(account)).toEqual(nothing);
    expect(await readAll(token)).toEqual(before);
    const again = await enterMailedCode(shop, guest);
    expect(await customerOf(shop, again.token).orders()).toEqual(before.orders);
  });

  test('keeps its orders when texts are set up, and the code of the number then opens another customer', async () => {
    const guest = { mobile: newMobile(), email: newMailbox() };
    await fill(await guestByMail(shop, guest, SECRET), guest);
    // A page that still knows mailed codes sends the address: the code goes to the phone all the same.
    const { data } = await texting.succeed(otpSendCall, { body: guest });
    expect(data.mailed).toBeUndefined();
    const [text] = await messagesTo(shop, guest.mobile);
    const { otp = '' } = JSON.parse(text?.body ?? '{}') as { otp?: string };
    const body = { mobile: guest.mobile, otp, otp_request: data.otp_request };
    const opened = (await texting.succeed(otpVerifyCheckoutCall, { body })).data;
    expect(opened.is_existing_customer).toBe(false);
    expect(opened.customer).toMatchObject({ firstname: '', email: '' });
  });
});

describe('requests for codes from 250 networks', () => {
  const REQUESTS = 250;

  /** Sends requests from as many networks as there are; returns how many were accepted. */
  async function flood(guestAt: (i: number) => MailGuest): Promise<number> {
    let accepted = 0;
    for (const [i, ip] of strangers(REQUESTS).entries()) {
      const outcome = await shop.call(otpSendCall, { body: guestAt(i), headers: from(ip) });
      if (outcome.success) accepted += 1;
    }
    return accepted;
  }

  test('to one mailbox, by its aliases too, mail it at most fifty', async () => {
    const name = `m${newMobile()}`;
    const aliases = [`${name}@example.com`, `${name}+a@example.com`, `${name.slice(0, 3)}.${name.slice(3)}@example.com`];
    await shop.change((tx) => setLimits(tx, { mail_per_hour: null, mail_per_day: null }));
    expect(await flood((i) => ({ mobile: newMobile(), email: aliases[i % 3] ?? '' }))).toBeLessThanOrEqual(50);
  });

  test('to as many mailboxes leave codes to guests who have proven theirs, and mail to orders', async () => {
    const guest = { mobile: newMobile(), email: newMailbox() };
    await guestByMail(shop, guest);
    await shop.change((tx) => setLimits(tx, { mail_per_hour: 100, mail_per_day: 100 }));
    await forgetLimits(shop);
    expect(await flood(() => ({ mobile: newMobile(), email: newMailbox() }))).toBe(80);
    const late = { mobile: newMobile(), email: newMailbox() };
    expect(await shop.fail(otpSendCall, { body: late })).toMatchObject({ httpStatus: 503, message: failure.mailPaused });
    const { token } = await enterMailedCode(shop, guest);
    await customerOf(shop, token).put(lamp.id);
    await customerOf(shop, token).buy('100.00', { address: { ...address, email: guest.email } });
    const mails = await messagesTo(shop, guest.email);
    expect(mails[0]?.subject).not.toBe('otp');
    expect((mails[0]?.next_try_at ?? '') <= isoNow()).toBe(true);
  });
});
