import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPasswordCall } from '#lib/contract/accounts.ts';
import { getShippingAddressCall } from '#lib/contract/address.ts';
import { getCartCall } from '#lib/contract/cart.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { loginCall } from '#lib/contract/sign-in.ts';
import { registerCall, verifyEmailCall } from '#lib/contract/sign-up.ts';
import {
  buyAsGuest,
  newVictim,
  openTextingShop,
  readableBy,
  SECRET_HOME,
  signInByCode,
  type Victim,
} from '#tests/support/store/account-takeover.ts';
import { mailedSecret, messagesTo, openSendingShop, registerPerson, signUpBody } from '#tests/support/store/accounts.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

const shops = {} as Record<'mailing' | 'texting', TestShop>;
beforeAll(async () => {
  shops.mailing = await openSendingShop();
  shops.texting = await openTextingShop();
});
afterAll(async () => {
  for (const shop of Object.values(shops)) await shop.close();
});

const ATTACKERS = 'attackers-own!';

/** Signs up with the victim's address and number; returns the attacker's tokens and password. */
async function preRegister(shop: TestShop, { email, mobile }: Victim) {
  const { data } = await shop.succeed(registerCall, { body: signUpBody({ email, phone_number: mobile, password: ATTACKERS }) });
  return { email, password: ATTACKERS, token: data.token, receipt: data.email_verification_token };
}

describe.each(['mailing', 'texting'] as const)(
  'an attacker who signs up with a victim’s address and number, in a %s shop',
  (kind) => {
    test('beforehand, sees none of the victim’s later guest orders', async () => {
      const shop = shops[kind];
      const victim = newVictim();
      const attacker = await preRegister(shop, victim);
      const token = await buyAsGuest(shop, victim);
      expect(await readableBy(shop, attacker)).not.toContain(SECRET_HOME);
      const own = await shop.succeed(getOrdersCall, { token });
      expect(JSON.stringify(own)).toContain(SECRET_HOME);
      const again = await signInByCode(shop, victim.mobile);
      expect((await shop.succeed(getOrdersCall, { token: again })).data).toHaveLength(1);
    });

    test('afterwards, sees none of the victim’s earlier orders', async () => {
      const shop = shops[kind];
      const victim = newVictim();
      const token = await buyAsGuest(shop, victim);
      const attacker = await preRegister(shop, victim);
      expect(await readableBy(shop, attacker)).not.toContain(SECRET_HOME);
      expect((await shop.succeed(getOrdersCall, { token })).data).toHaveLength(1);
    });

    test('does not block another sign-up with the same address, with a separate account', async () => {
      const shop = shops[kind];
      const victim = newVictim();
      const attacker = await preRegister(shop, victim);
      const owner = await registerPerson(shop, { email: victim.email, phone_number: victim.mobile });
      const { token } = (await shop.succeed(loginCall, { body: owner })).data;
      const before = (await shop.succeed(loginCall, { body: owner })).data.customer;
      expect(before.phone_number).toBe(victim.mobile);
      await shop.succeed(getOrdersCall, { token });
      const read = await readableBy(shop, attacker);
      expect(read).not.toContain(SECRET_HOME);
      if (kind === 'mailing') expect(read).toContain('"httpStatus":401');
    });
  },
);

describe('in a shop without a mail server', () => {
  test('signing up verifies nothing, and the shopper is signed in', async () => {
    const shop = shops.texting;
    const { token, email } = await registerPerson(shop);
    await shop.succeed(getOrdersCall, { token });
    const rows = await shop.store.db.selectFrom('customer').selectAll().where('email', '=', email).execute();
    expect(rows).toMatchObject([{ email_verified_at: null, phone_verified_at: null, phone_named_at: null }]);
  });

  test('the same sign-up sent twice creates one account', async () => {
    const shop = shops.texting;
    const body = signUpBody();
    await shop.succeed(registerCall, { body });
    await shop.succeed(registerCall, { body });
    const rows = await shop.store.db.selectFrom('customer').select('id').where('email', '=', body.email).execute();
    expect(rows).toHaveLength(1);
  });

  test('two accounts with one address are distinguished by password, also after one changes it', async () => {
    const shop = shops.texting;
    const first = await registerPerson(shop);
    const second = await registerPerson(shop, { email: first.email, password: 'another-one!' });
    const changed = { old_password: 'another-one!', new_password: 'third-one!', confirm_password: 'third-one!' };
    await shop.succeed(resetPasswordCall, { token: second.token, body: changed });
    for (const [body, phone] of [
      [first, first.phone_number],
      [{ ...second, password: 'third-one!' }, second.phone_number],
    ] as const)
      expect((await shop.succeed(loginCall, { body })).data.customer.phone_number).toBe(phone);
    const hashes = await shop.store.db.selectFrom('customer').select('password_hash').where('email', '=', first.email).execute();
    const salts = new Set(hashes.map(({ password_hash }) => password_hash?.split('$')[4]));
    expect(salts.size).toBe(1);
  });

  test('signing in to one’s own account does not reset the limit of guesses at another with the same address', async () => {
    const shop = shops.texting;
    const victim = await registerPerson(shop);
    const attacker = await registerPerson(shop, { email: victim.email, password: ATTACKERS });
    const answers: number[] = [];
    for (let i = 0; i < 12; i++) {
      const outcome = await shop.call(loginCall, {
        body: { email: victim.email, password: i % 4 === 3 ? attacker.password : 'guess-it!' },
      });
      answers.push('httpStatus' in outcome ? outcome.httpStatus : 200);
    }
    expect(answers.slice(-2)).toEqual([429, 429]);
  });
});

describe('linking a guest with the account of the same address and number', () => {
  /** Adds an account with the victim's number and an open session. */
  async function signUpByMail({ email, mobile }: Victim) {
    const person = await registerPerson(shops.mailing, { email, phone_number: mobile });
    const { token } = (await shops.mailing.succeed(loginCall, { body: person })).data;
    return { ...person, token };
  }

  test('ends the account’s sessions, deletes its password, and mails its owner', async () => {
    const shop = shops.mailing;
    const victim = newVictim();
    const account = await signUpByMail(victim);
    const token = await buyAsGuest(shop, victim);
    for (const call of [getOrdersCall, getShippingAddressCall, getCartCall])
      expect((await shop.fail(call, { token: account.token })).httpStatus).toBe(401);
    expect((await shop.fail(loginCall, { body: account })).httpStatus).toBe(401);
    expect(await readableBy(shop, account)).not.toContain(SECRET_HOME);
    const subjects = (await messagesTo(shop, victim.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.startsWith('Your mobile number is confirmed'))).toBe(true);
    expect((await shop.succeed(getOrdersCall, { token })).data).toHaveLength(1);
    const rows = await shop.store.db.selectFrom('customer').selectAll().where('email', '=', victim.email).execute();
    expect(rows).toMatchObject([
      { password_hash: null, phone_verified_at: expect.any(String), email_verified_at: expect.any(String) },
    ]);
  });

  test('lets the customer who just verified the number choose a new password', async () => {
    const shop = shops.mailing;
    const victim = newVictim();
    await signUpByMail(victim);
    const token = await buyAsGuest(shop, victim);
    const body = { new_password: 'brand-new!', confirm_password: 'brand-new!' };
    await shop.succeed(resetPasswordCall, { token, body });
    await shop.succeed(loginCall, { body: { email: victim.email, password: 'brand-new!' } });
  });

  test('is refused for an older account without a record of who named the number', async () => {
    const shop = shops.mailing;
    const victim = newVictim();
    const account = await signUpByMail(victim);
    await shop.change((tx) =>
      tx.updateTable('customer').set({ phone_named_at: null }).where('email', '=', victim.email).execute(),
    );
    await buyAsGuest(shop, victim);
    expect(await readableBy(shop, account)).not.toContain(SECRET_HOME);
    const rows = await shop.store.db.selectFrom('customer').select('id').where('email', '=', victim.email).execute();
    expect(rows).toHaveLength(2);
  });
});

test('a sign-up with the address and the password of an unverified account verifies that account', async () => {
  const shop = shops.mailing;
  const person = signUpBody();
  const { data } = await shop.succeed(registerCall, { body: person });
  const { password_hash } = await shop.store.db
    .selectFrom('registration')
    .select('password_hash')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  const row = { firstname: 'Asha', lastname: 'Rao', phone_number: person.phone_number, created_at: new Date().toISOString() };
  await shop.change((tx) =>
    tx
      .insertInto('customer')
      .values({ ...row, email: person.email, password_hash })
      .execute(),
  );
  const before = (await shop.succeed(loginCall, { body: person })).data.token;
  const body = { token: await mailedSecret(shop, person.email), receipt: data.email_verification_token };
  await shop.succeed(verifyEmailCall, { body });
  const rows = await shop.store.db.selectFrom('customer').selectAll().where('email', '=', person.email).execute();
  expect(rows).toMatchObject([{ email_verified_at: expect.any(String), phone_verified_at: null }]);
  expect((await shop.fail(getOrdersCall, { token: before })).httpStatus).toBe(401);
});
