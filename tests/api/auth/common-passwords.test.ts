import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCommonPassword } from '#api/services/auth/common-passwords.ts';
import { resetPasswordCall } from '#lib/contract/accounts.ts';
import { forgotPasswordCall, tokenPasswordCall } from '#lib/contract/password-reset.ts';
import { loginCall } from '#lib/contract/sign-in.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import { mailedSecret, openSendingShop, password, registerPerson, signUpBody } from '#tests/support/store/accounts.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const sentence = 'Many people use this password, so it is easy to guess. Please choose another.';

describe('a common password', () => {
  test.each([
    'password!',
    'PASSWORD!',
    'Password@123',
    'Welcome@1',
    'welcome#12345',
    'qwerty!',
    '!qwerty!',
    '123456!',
    '12345678@',
    'p@ssw0rd!',
    'P@$$word!',
    'i love you!',
    'admin@123',
    'india@123',
    'krishna@123',
    'abc123!!!',
    '１２３４５６!',
    'pass.word',
  ])('is %s', async (common) => {
    expect(await isCommonPassword(common)).toBe(true);
  });

  test.each(['open-sesame!', 'Monsoon!24', 'mango-lassi-7!', 'Kaveri#river', 'zq8!kd', 'पासवर्ड!९९', '!!!!!!', 'monkey-7391!'])(
    'is not %s',
    async (uncommon) => {
      expect(await isCommonPassword(uncommon)).toBe(false);
    },
  );
});

describe('a new password', () => {
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

  const refused = (field: string) => ({ success: false, httpStatus: 422, errors: { [field]: [sentence] } });

  test('that is common is refused at sign-up, with and without mail, and registers no one', async () => {
    for (const where of [demo, shop]) {
      const body = signUpBody({ password: 'Password@123' });
      expect(await where.call(registerCall, { body })).toMatchObject(refused('password'));
      const { db } = where.store;
      expect(await db.selectFrom('customer').select('id').where('email', '=', body.email).execute()).toEqual([]);
      expect(await db.selectFrom('registration').select('id').where('email', '=', body.email).execute()).toEqual([]);
    }
  });

  test('that is common is refused by a reset, whose link still works', async () => {
    const { email } = await registerPerson(shop);
    await shop.succeed(forgotPasswordCall, { body: { email } });
    const token = await mailedSecret(shop, email);
    const reset = (to: string) => shop.call(tokenPasswordCall, { body: { token, password: to, password_confirmation: to } });
    expect(await reset('qwerty!')).toMatchObject(refused('password'));
    expect(await reset('mango-lassi-7!')).toMatchObject({ success: true });
  });

  test('that is common is refused by a change, and the old one stays', async () => {
    const { email, token } = await registerPerson(demo);
    const body = { old_password: password, new_password: 'Welcome@123', confirm_password: 'Welcome@123' };
    expect(await demo.call(resetPasswordCall, { token, body })).toMatchObject(refused('new_password'));
    expect(await demo.call(loginCall, { body: { email, password } })).toMatchObject({ success: true });
  });

  test('of an older account may still be entered, however common', async () => {
    const { email } = await registerPerson(demo);
    expect(await demo.call(loginCall, { body: { email, password: 'password!' } })).toMatchObject({ httpStatus: 401 });
  });
});
