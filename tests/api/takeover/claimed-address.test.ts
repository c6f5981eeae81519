import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { loginCall } from '#lib/contract/sign-in.ts';
import {
  buyAsGuest,
  newVictim,
  openTextingShop,
  readableBy,
  SECRET_HOME,
  signInByCode,
} from '#tests/support/store/account-takeover.ts';
import { messagesTo, newMobile, openSendingShop, registerPerson } from '#tests/support/store/accounts.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

const shops = {} as Record<'mailing' | 'texting', TestShop>;
beforeAll(async () => {
  shops.mailing = await openSendingShop();
  shops.texting = await openTextingShop();
});
afterAll(async () => {
  for (const shop of Object.values(shops)) await shop.close();
});

/** Returns status and body of the answer to a guest with a new number who names an address, without token and number. */
async function answerTo(shop: TestShop, email: string) {
  const mobile = newMobile();
  const token = await signInByCode(shop, mobile);
  const response = await shop.raw('/customer/update-user-details', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ firstname: 'Some', lastname: 'Guest', email }),
  });
  const said = (await response.text()).replaceAll(token, 'TOKEN').replaceAll(mobile, 'MOBILE').replaceAll(email, 'EMAIL');
  return { status: response.status, headers: [...response.headers.keys()].sort(), said };
}

describe.each(['mailing', 'texting'] as const)('a guest who names an address in a %s shop', (kind) => {
  test('gets the same answer whether the address is unknown, used by a guest, or has an account', async () => {
    const shop = shops[kind];
    const victim = newVictim();
    await buyAsGuest(shop, victim);
    const account = await registerPerson(shop);
    const free = await answerTo(shop, `free-${newMobile()}@example.com`);
    expect(free.status).toBe(200);
    expect(await answerTo(shop, victim.email)).toEqual(free);
    expect(await answerTo(shop, account.email)).toEqual(free);
    expect(await answerTo(shop, account.email.toUpperCase())).toEqual(free);
  });

  test('does not prevent its owner from checking out with it', async () => {
    const shop = shops[kind];
    const victim = newVictim();
    const squatter = await signInByCode(shop, newMobile());
    await shop.succeed(updateUserDetailsCall, {
      token: squatter,
      body: { firstname: 'Sq', lastname: 'At', email: victim.email },
    });
    const token = await buyAsGuest(shop, victim);
    expect((await shop.succeed(getOrdersCall, { token })).data).toHaveLength(1);
    expect((await shop.succeed(getOrdersCall, { token: squatter })).data).toEqual([]);
    expect(await readableBy(shop, { token: squatter, email: victim.email })).not.toContain(SECRET_HOME);
  });
});

test('the owner of a verified address is mailed once a day about guests who name it', async () => {
  const shop = shops.mailing;
  const account = await registerPerson(shop);
  for (let i = 0; i < 3; i++) await answerTo(shop, account.email);
  const told = (await messagesTo(shop, account.email)).filter(({ subject }) => subject.includes('given at checkout'));
  expect(told).toHaveLength(1);
  await shop.succeed(loginCall, { body: account });
});

test('a guest who names an address with an account has not verified it', async () => {
  const shop = shops.mailing;
  const account = await registerPerson(shop);
  await answerTo(shop, account.email);
  const rows = await shop.store.db
    .selectFrom('customer')
    .select(['email_verified_at', 'password_hash'])
    .where('email', '=', account.email)
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([{ email_verified_at: expect.any(String) }, { email_verified_at: null, password_hash: null }]);
});

test('a customer with a verified address or a password cannot change the address', async () => {
  const shop = shops.mailing;
  const account = await registerPerson(shop);
  const other = await registerPerson(shop);
  const { token } = (await shop.succeed(loginCall, { body: account })).data;
  const answers = [];
  for (const email of [other.email, `free-${newMobile()}@example.com`]) {
    const { requestId: _, ...answer } = {
      requestId: '',
      ...(await shop.fail(updateUserDetailsCall, { token, body: { firstname: 'Asha', lastname: 'Rao', email } })),
    };
    answers.push(answer);
  }
  expect(answers[0]).toEqual(answers[1]);
});

test('two customers cannot verify one address, whichever code path tries to', async () => {
  const shop = shops.texting;
  const now = new Date().toISOString();
  const row = { firstname: 'A', lastname: 'B', email: 'once@example.com', created_at: now, email_verified_at: now };
  const add = (phone_number: string, email: string) =>
    shop.change((tx) =>
      tx
        .insertInto('customer')
        .values({ ...row, phone_number, email })
        .execute(),
    );
  await add('7123456789', 'once@example.com');
  await expect(add('7123456788', 'ONCE@example.com')).rejects.toThrow(/unique/i);
});
