import { afterAll, beforeAll, expect, test } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { loginCall } from '#lib/contract/sign-in.ts';
import { registerCall, rejectSignUpCall, verifyEmailCall } from '#lib/contract/sign-up.ts';
import { buyAsGuest, newVictim, readableBy, SECRET_HOME } from '#tests/support/store/account-takeover.ts';
import { mailedSecret, openSendingShop, signUpBody } from '#tests/support/store/accounts.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSendingShop();
});
afterAll(() => shop.close());

const ATTACKERS = 'attackers-own!';

async function attack() {
  const victim = newVictim();
  const body = signUpBody({ email: victim.email, phone_number: victim.mobile, password: ATTACKERS });
  const { data } = await shop.succeed(registerCall, { body });
  const secret = await mailedSecret(shop, victim.email);
  return { victim, secret, attacker: { email: victim.email, password: ATTACKERS, receipt: data.email_verification_token } };
}
const customersOf = (email: string) => shop.store.db.selectFrom('customer').select('id').where('email', '=', email).execute();

test.each(['before', 'after'])(
  'a scanner that opens and posts the mailed link %s the victim buys gives the attacker nothing',
  async (when) => {
    const { victim, secret, attacker } = await attack();
    const scan = async () => {
      for (const extra of [{}, { password: '' }, { password: 'guess-it!' }, { receipt: secret }])
        expect((await shop.fail(verifyEmailCall, { body: { token: secret, ...extra } })).httpStatus).toBe(422);
    };
    if (when === 'before') await scan();
    await buyAsGuest(shop, victim);
    if (when === 'after') await scan();
    const read = await readableBy(shop, attacker);
    expect(read).not.toContain(SECRET_HOME);
    expect(read).toContain(failure.verifyEmail);
    expect(await customersOf(victim.email)).toHaveLength(1);
  },
);

test('the mailed secret alone is answered with a request for the password', async () => {
  const { secret } = await attack();
  expect((await shop.fail(verifyEmailCall, { body: { token: secret } })).errors).toEqual({
    password: [fieldErrors.signUpPasswordRequired],
  });
  const wrong = await shop.fail(verifyEmailCall, { body: { token: secret, password: 'not-it!' } });
  expect(wrong.errors).toEqual({ password: [failure.signUpPasswordWrong] });
});

test('neither the receipt nor the password works without the mailed secret', async () => {
  const { attacker } = await attack();
  for (const token of [attacker.receipt ?? '', 'x'])
    for (const proof of [{ receipt: attacker.receipt }, { password: attacker.password }])
      expect((await shop.fail(verifyEmailCall, { body: { token, ...proof } })).message).toBe(failure.verifyLink);
});

test('the victim rejects the sign-up, and it is deleted', async () => {
  const { secret, attacker } = await attack();
  await shop.succeed(rejectSignUpCall, { body: { token: secret } });
  expect((await shop.fail(loginCall, { body: attacker })).message).toBe(failure.login);
  expect((await shop.fail(rejectSignUpCall, { body: { token: secret } })).message).toBe(failure.verifyLink);
  expect((await shop.fail(verifyEmailCall, { body: { token: secret, password: ATTACKERS } })).message).toBe(failure.verifyLink);
});

test('a victim who signed up too and opens the attacker’s link confirms only the victim’s own sign-up', async () => {
  const { victim, secret } = await attack();
  const own = signUpBody({ email: victim.email, phone_number: victim.mobile });
  const { data } = await shop.succeed(registerCall, { body: own });
  await shop.succeed(verifyEmailCall, { body: { token: secret, receipt: data.email_verification_token } });
  await shop.succeed(loginCall, { body: own });
  expect((await shop.fail(loginCall, { body: { email: victim.email, password: ATTACKERS } })).httpStatus).toBe(401);
});

test('the right password confirms and signs in once, however many requests are concurrent', async () => {
  const body = signUpBody();
  await shop.succeed(registerCall, { body });
  const token = await mailedSecret(shop, body.email);
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => shop.call(verifyEmailCall, { body: { token, password: body.password } })),
  );
  const confirmed = outcomes.filter((outcome) => outcome.success);
  expect(confirmed).toHaveLength(1);
  expect(confirmed[0]).toMatchObject({ data: { token: expect.any(String), customer: { email: body.email } } });
  expect(await customersOf(body.email)).toHaveLength(1);
});

test('a sign-up that a later one with the same address replaced still gets instructions', async () => {
  const own = signUpBody();
  await shop.succeed(registerCall, { body: own });
  await shop.succeed(registerCall, { body: signUpBody({ email: own.email, password: ATTACKERS }) });
  expect((await shop.fail(loginCall, { body: own })).message).toBe(failure.verifyEmail);
});
