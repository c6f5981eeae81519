import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountDetailsCall, resetPasswordCall } from '#lib/contract/accounts.ts';
import { getCartCall } from '#lib/contract/cart.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { forgotPasswordCall, tokenPasswordCall } from '#lib/contract/password-reset.ts';
import { loginCall, otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import {
  codeFor,
  mailedSecret,
  messagesTo,
  newMobile,
  openSendingShop,
  password,
  registerPerson,
} from '#tests/support/store/accounts.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let demo: TestShop;
let shop: TestShop;

beforeAll(async () => {
  demo = await openShop();
  shop = await openSendingShop();
});
afterAll(async () => {
  await demo.close();
  await shop.close();
});
afterEach(() => vi.useRealTimers());

const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

describe('a forgotten password', () => {
  const ask = (email: string) => shop.succeed(forgotPasswordCall, { body: { email } });
  const reset = (token: string, fresh: string) =>
    shop.call(tokenPasswordCall, { body: { token, password: fresh, password_confirmation: fresh } });

  test('is replaced by a mailed link, once, and every session ends', async () => {
    const person = await registerPerson(shop);
    const { token } = (await shop.succeed(loginCall, { body: person })).data;
    await ask(person.email);
    const secret = await mailedSecret(shop, person.email);
    expect(JSON.stringify(await shop.store.db.selectFrom('password_reset').selectAll().execute())).not.toContain(secret);
    expect(await reset(secret, 'brand-new!')).toMatchObject({ success: true });
    expect((await shop.fail(getCartCall, { token })).httpStatus).toBe(401);
    expect((await shop.fail(loginCall, { body: person })).message).toBe('Login failed');
    await shop.succeed(loginCall, { body: { email: person.email, password: 'brand-new!' } });
    expect(await reset(secret, 'once-more!')).toMatchObject({ success: false, httpStatus: 422 });
  });

  test('is answered alike for an unknown address, and no mail is sent', async () => {
    const person = await registerPerson(shop);
    expect(await ask('nobody@example.com')).toEqual(await ask(person.email));
    expect(await messagesTo(shop, 'nobody@example.com')).toEqual([]);
  });

  test('link invalidates all other links once used, and expires after 45 minutes', async () => {
    const { email } = await registerPerson(shop);
    await ask(email);
    const first = await mailedSecret(shop, email);
    await ask(email);
    expect(await reset(await mailedSecret(shop, email), 'brand-new!')).toMatchObject({ success: true });
    expect(await reset(first, 'stolen-one!')).toMatchObject({ success: false });
    await ask(email);
    const third = await mailedSecret(shop, email);
    later(46);
    expect(await reset(third, 'too-late!!')).toMatchObject({ success: false, errors: { token: [expect.any(String)] } });
  });

  test('is replaced by exactly one of 10 concurrent uses of the link', async () => {
    const { email } = await registerPerson(shop);
    await ask(email);
    const secret = await mailedSecret(shop, email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(secret, `number-${i}!`)));
    expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
  });

  test('must be entered twice', async () => {
    const body = { token: 'x', password: 'brand-new!', password_confirmation: 'brand-mew!' };
    expect((await shop.fail(tokenPasswordCall, { body })).errors).toEqual({ password_confirmation: ['Passwords must match'] });
  });
});

describe('a customer', () => {
  const change = (old_password: string, new_password: string) => ({ old_password, new_password, confirm_password: new_password });

  test('who changes the password ends every other session', async () => {
    const person = await registerPerson(demo);
    const other = (await demo.succeed(loginCall, { body: person })).data.token;
    const body = change(password, 'changed-it!');
    expect(
      await demo.fail(resetPasswordCall, { token: person.token, body: { ...body, old_password: 'not-it-at-all' } }),
    ).toMatchObject({
      httpStatus: 422,
      errors: { old_password: ['Old password is not correct'] },
    });
    expect(await demo.fail(resetPasswordCall, { token: person.token, body: { ...body, old_password: 'short' } })).toMatchObject({
      message: 'Old password must be at least 6 characters',
      errors: { old_password: ['Old password must be at least 6 characters'] },
    });
    await demo.succeed(resetPasswordCall, { token: person.token, body });
    await demo.succeed(getCartCall, { token: person.token });
    expect((await demo.fail(getCartCall, { token: other })).httpStatus).toBe(401);
    expect((await demo.fail(loginCall, { body: person })).httpStatus).toBe(401);
    await demo.succeed(loginCall, { body: { email: person.email, password: 'changed-it!' } });
  });

  describe('a customer with only a verified number', () => {
    const mobile = newMobile();
    const email = `${mobile}@example.com`;
    const byCode = async (): Promise<string> => {
      const otp = await codeFor(shop, mobile, otpSendCall);
      return (await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } })).data.token ?? '';
    };
    const set = (token: string, body: Partial<ReturnType<typeof change>>) =>
      shop.call(resetPasswordCall, { token, body: { ...change('', ''), ...body } });

    test('sets a password without an old one just after signing in, and signs in with it', async () => {
      const token = await byCode();
      const details = { firstname: 'Asha', lastname: 'Rao', email };
      expect((await shop.succeed(updateUserDetailsCall, { token, body: details })).data.customer.has_password).toBe(false);
      const other = await byCode();
      const { old_password: _, ...body } = change('', 'first-one!');
      expect(await shop.call(resetPasswordCall, { token, body })).toMatchObject({ success: true });
      expect((await shop.fail(getCartCall, { token: other })).httpStatus).toBe(401);
      const { customer } = (await shop.succeed(loginCall, { body: { email, password: 'first-one!' } })).data;
      expect(customer).toMatchObject({ phone_number: mobile, has_password: true });
    });

    test('can do so again after forgetting it, because no link can be mailed to an unverified address', async () => {
      await shop.succeed(forgotPasswordCall, { body: { email } });
      await expect(mailedSecret(shop, email)).rejects.toThrow('No link');
      expect(await set(await byCode(), change('not-it-at-all', 'second-one!'))).toMatchObject({ success: true });
      await shop.succeed(loginCall, { body: { email, password: 'second-one!' } });
    });

    test('must know the old password once the sign-in is older, and is told how to set one when there is none', async () => {
      const token = await byCode();
      later(16);
      expect(await set(token, change('', 'third-one!'))).toMatchObject({
        errors: { old_password: ['Old password is required'] },
      });
      expect(await set(token, change('not-it-at-all', 'third-one!'))).toMatchObject({
        httpStatus: 422,
        errors: { old_password: ['Old password is not correct'] },
      });
      expect(await set(token, change('second-one!', 'third-one!'))).toMatchObject({ success: true });
      const without = await signUp(demo, newMobile());
      later(16);
      expect(await demo.fail(resetPasswordCall, { token: without, body: change('anything!', 'changed-it!') })).toMatchObject({
        httpStatus: 422,
        errors: { old_password: [expect.stringContaining('sign in with a code')] },
      });
    });

    test('stays separate from the customer who verifies the address, each with a password', async () => {
      const owner = await registerPerson(shop, { email });
      const theirs = await shop.succeed(loginCall, { body: { email, password: 'third-one!' } });
      expect(theirs.data.customer.phone_number).toBe(mobile);
      expect((await shop.succeed(loginCall, { body: owner })).data.customer.phone_number).toBe(owner.phone_number);
    });
  });

  test('with a verified address must know the old password, however recent the sign-in', async () => {
    const { token } = (await shop.succeed(loginCall, { body: await registerPerson(shop) })).data;
    const { old_password: _, ...body } = change('', 'changed-it!');
    expect((await shop.fail(resetPasswordCall, { token, body })).errors).toEqual({ old_password: ['Old password is required'] });
  });

  test('changes names, but not the address to sign in with', async () => {
    const person = await registerPerson(demo);
    const { token, email } = person;
    await demo.succeed(accountDetailsCall, { token, body: { firstname: 'Usha', lastname: 'Nair' } });
    expect((await demo.succeed(loginCall, { body: person })).data.customer).toMatchObject({
      firstname: 'Usha',
      lastname: 'Nair',
      email,
    });
    const body = { firstname: 'Usha', lastname: 'Nair', email: 'elsewhere@example.com' };
    expect((await demo.fail(updateUserDetailsCall, { token, body })).errors).toHaveProperty('email');
  });

  test('without a name has no account yet', async () => {
    const token = await signIn(demo, newMobile());
    expect((await demo.fail(accountDetailsCall, { token, body: { firstname: 'Us', lastname: 'Na' } })).httpStatus).toBe(403);
  });
});
