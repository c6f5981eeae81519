import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountDetails, changePassword } from '#lib/contract/account.ts';
import { forgotPassword, login, tokenPassword, updateUserDetails } from '#lib/contract/auth.ts';
import { getCart } from '#lib/contract/cart.ts';
import { mailedSecret, messagesTo, newMobile, openSendingShop, password, registerPerson } from './people.ts';
import { openShop, signIn, signUp, type TestShop } from './shop.ts';

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
  const ask = (email: string) => shop.succeed(forgotPassword, { body: { email } });
  const reset = (token: string, fresh: string) =>
    shop.call(tokenPassword, { body: { token, password: fresh, password_confirmation: fresh } });

  test('is replaced by a mailed link, once, and every session ends', async () => {
    const person = await registerPerson(shop);
    const { token } = (await shop.succeed(login, { body: person })).data;
    await ask(person.email);
    const secret = await mailedSecret(shop, person.email);
    expect(JSON.stringify(await shop.store.db.selectFrom('password_reset').selectAll().execute())).not.toContain(secret);
    expect(await reset(secret, 'brand-new!')).toMatchObject({ success: true });
    expect((await shop.fail(getCart, { token })).httpStatus).toBe(401);
    expect((await shop.fail(login, { body: person })).message).toBe('Login failed');
    await shop.succeed(login, { body: { email: person.email, password: 'brand-new!' } });
    expect(await reset(secret, 'once-more!')).toMatchObject({ success: false, httpStatus: 422 });
  });

  test('is answered alike for an address nobody has, and mails nobody', async () => {
    const person = await registerPerson(shop);
    expect(await ask('nobody@example.com')).toEqual(await ask(person.email));
    expect(await messagesTo(shop, 'nobody@example.com')).toEqual([]);
  });

  test('leaves every other link dead once one was used, and dies after 45 minutes', async () => {
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

  test('is replaced by one of 10 that use the link at once', async () => {
    const { email } = await registerPerson(shop);
    await ask(email);
    const secret = await mailedSecret(shop, email);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(secret, `number-${i}!`)));
    expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
  });

  test('has to be typed twice', async () => {
    const body = { token: 'x', password: 'brand-new!', password_confirmation: 'brand-mew!' };
    expect((await shop.fail(tokenPassword, { body })).errors).toEqual({ password_confirmation: ['Passwords must match'] });
  });
});

describe('a customer', () => {
  const change = (old_password: string, new_password: string) => ({ old_password, new_password, confirm_password: new_password });

  test('changes the password, which ends every other session', async () => {
    const person = await registerPerson(demo);
    const other = (await demo.succeed(login, { body: person })).data.token;
    const body = change(password, 'changed-it!');
    expect(
      await demo.fail(changePassword, { token: person.token, body: { ...body, old_password: 'not-it-at-all' } }),
    ).toMatchObject({
      httpStatus: 422,
      errors: { old_password: ['Old password is not correct'] },
    });
    await demo.succeed(changePassword, { token: person.token, body });
    await demo.succeed(getCart, { token: person.token });
    expect((await demo.fail(getCart, { token: other })).httpStatus).toBe(401);
    expect((await demo.fail(login, { body: person })).httpStatus).toBe(401);
    await demo.succeed(login, { body: { email: person.email, password: 'changed-it!' } });
  });

  test('without a password cannot change one', async () => {
    const token = await signUp(demo, newMobile());
    expect(await demo.fail(changePassword, { token, body: change('anything!', 'changed-it!') })).toMatchObject({
      httpStatus: 422,
      errors: { old_password: [expect.stringContaining('no password')] },
    });
  });

  test('changes names, and not the address to sign in with', async () => {
    const person = await registerPerson(demo);
    const { token, email } = person;
    await demo.succeed(accountDetails, { token, body: { firstname: 'Usha', lastname: 'Nair' } });
    expect((await demo.succeed(login, { body: person })).data.customer).toMatchObject({
      firstname: 'Usha',
      lastname: 'Nair',
      email,
    });
    const body = { firstname: 'Usha', lastname: 'Nair', email: 'elsewhere@example.com' };
    expect((await demo.fail(updateUserDetails, { token, body })).errors).toHaveProperty('email');
  });

  test('without a name has no account yet', async () => {
    const token = await signIn(demo, newMobile());
    expect((await demo.fail(accountDetails, { token, body: { firstname: 'Us', lastname: 'Na' } })).httpStatus).toBe(403);
  });
});
