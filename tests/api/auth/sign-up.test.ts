import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashToken } from '#api/services/sessions/tokens.ts';
import { getCartCall } from '#lib/contract/cart.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { loginCall, otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { registerCall, verifyEmailCall } from '#lib/contract/sign-up.ts';
import {
  codeFor,
  mailedSecret,
  messagesTo,
  newMobile,
  openSendingShop,
  registerPerson,
  signUpBody,
} from '#tests/support/store/accounts.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

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
const customersWith = (where: TestShop, email: string) =>
  where.store.db.selectFrom('customer').selectAll().where('email', '=', email).execute();

describe('registering in a shop without mail', () => {
  let unverified: TestShop;
  beforeAll(async () => {
    unverified = await openShop({ demoMode: false });
  });
  afterAll(() => unverified.close());
  const register = (body: ReturnType<typeof signUpBody>) => unverified.call(registerCall, { body });

  test('twice within a minute, as after a lost reply, signs in to one account', async () => {
    const body = signUpBody();
    for (let i = 0; i < 2; i++) expect(await register(body)).toMatchObject({ success: true });
    expect(await customersWith(unverified, body.email)).toHaveLength(1);
  });

  test('later answers the same for every password, and opens no older account', async () => {
    const body = signUpBody();
    await register(body);
    const [owner] = await customersWith(unverified, body.email);
    later(2);
    const guesses = [await register(body), await register({ ...body, password: 'mango-lassi!' })];
    const shapes = guesses.map((guess) => ('data' in guess ? Object.keys(guess.data).toSorted() : guess));
    expect(shapes[0]).toEqual(shapes[1]);
    const tokens = guesses.map((guess) => ('data' in guess ? hashToken(guess.data.token ?? '') : ''));
    const sessions = await unverified.store.db
      .selectFrom('session')
      .select('customer_id')
      .where('token_hash', 'in', tokens)
      .execute();
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ customer_id }) => customer_id)).not.toContain(owner?.id);
    const { data } = await unverified.succeed(loginCall, { body: { email: body.email, password: body.password } });
    const session = await unverified.store.db
      .selectFrom('session')
      .select('customer_id')
      .where('token_hash', '=', hashToken(data.token ?? ''))
      .executeTakeFirst();
    expect(session?.customer_id).toBe(owner?.id);
  });

  test('counts as an attempt to sign in', async () => {
    const body = signUpBody();
    await register(body);
    later(2);
    const signIn = () => unverified.call(loginCall, { body: { email: body.email, password: 'wrong-1!' } });
    for (let i = 0; i < 8; i++) expect(await signIn()).toMatchObject({ httpStatus: 401 });
    expect(await register(body)).toMatchObject({ success: true });
    expect(await register(body)).toMatchObject({ httpStatus: 429 });
  });
});

describe('registering in a demo shop', () => {
  test('signs in at once, because no mail can be sent', async () => {
    const body = signUpBody();
    const { data } = await demo.succeed(registerCall, { body });
    expect(data.email_verification_token).toBeUndefined();
    expect(data.customer).toEqual({
      firstname: 'Asha',
      lastname: 'Rao',
      email: body.email,
      phone_number: body.phone_number,
      alt_phone_number: body.phone_number,
      has_password: true,
    });
    await demo.succeed(getOrdersCall, { token: data.token });
  });

  test('stores the password only as argon2id with its parameters', async () => {
    const { email } = await registerPerson(demo);
    const [row] = await customersWith(demo, email);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('refuses an address or number that is taken, ignoring case', async () => {
    const { email, phone_number } = await registerPerson(demo);
    expect(await demo.fail(registerCall, { body: signUpBody({ email: email.toUpperCase() }) })).toMatchObject({
      httpStatus: 409,
      errors: { email: ['This email is already in use'] },
    });
    expect(await demo.fail(registerCall, { body: signUpBody({ phone_number }) })).toMatchObject({
      httpStatus: 409,
      errors: { phone_number: ['This mobile number is already in use'] },
    });
  });

  test('does not take over a number that bought as a guest', async () => {
    const mobile = newMobile();
    await signUp(demo, mobile);
    expect(
      await demo.fail(registerCall, { body: signUpBody({ phone_number: mobile, email: 'other@example.com' }) }),
    ).toMatchObject({
      httpStatus: 422,
      errors: { phone_number: [expect.stringContaining('sign in with a code')] },
    });
  });

  test('creates an account that a code to its number opens too', async () => {
    const { phone_number, email } = await registerPerson(demo);
    const otp = await codeFor(demo, phone_number, otpSendCall);
    const { data } = await demo.succeed(otpVerifyCheckoutCall, { body: { mobile: phone_number, otp } });
    expect(data).toMatchObject({ is_existing_customer: true, customer: { email } });
  });

  test('refuses invalid details with the specification’s messages', async () => {
    const body = {
      firstname: 'A',
      lastname: '',
      email: 'x',
      password: 'short',
      phone_number: '0123456789',
      terms: true as const,
    };
    expect((await demo.fail(registerCall, { body })).errors).toEqual({
      firstname: ['Must be at least 2 characters'],
      lastname: ['This field is required'],
      email: ['Must be a valid email address'],
      password: ['Password must be at least 6 characters'],
      phone_number: ['Must be a valid 10-digit number'],
    });
    expect((await demo.fail(registerCall, { body: signUpBody({ password: 'longenough' }) })).errors).toEqual({
      password: ['Must contain at least one special character'],
    });
    const unread = { ...signUpBody(), terms: false } as unknown as ReturnType<typeof signUpBody>;
    expect((await demo.fail(registerCall, { body: unread })).errors).toEqual({ terms: ['Please accept the terms & conditions'] });
  });

  test('four times concurrently with one address creates one customer', async () => {
    const bodies = Array.from({ length: 4 }, () => signUpBody({ email: 'race@example.com' }));
    const outcomes = await Promise.all(bodies.map((body) => demo.call(registerCall, { body })));
    expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
    expect(await customersWith(demo, 'race@example.com')).toHaveLength(1);
  });
});

describe('registering in a shop that sends mail', () => {
  test('creates no customer before the mailed link is confirmed', async () => {
    const body = signUpBody();
    const { data } = await shop.succeed(registerCall, { body });
    expect(data.token).toBeUndefined();
    expect(data.email_verification_token).toMatch(/^[\w-]{43}$/);
    expect(await customersWith(shop, body.email)).toEqual([]);
    const secret = await mailedSecret(shop, body.email);
    expect(secret).not.toBe(data.email_verification_token);
    expect((await shop.fail(verifyEmailCall, { body: { token: data.email_verification_token ?? '' } })).httpStatus).toBe(422);

    const confirmed = await shop.succeed(verifyEmailCall, { body: { token: secret, receipt: data.email_verification_token } });
    expect(confirmed.data).toBeUndefined();
    expect((await shop.succeed(loginCall, { body })).data.customer.email).toBe(body.email);
    expect((await shop.fail(verifyEmailCall, { body: { token: secret, password: body.password } })).message).toContain(
      'no longer valid',
    );
  });

  test('answers alike for an address with an account, and informs only its owner', async () => {
    const known = await registerPerson(shop);
    const again = signUpBody({ email: known.email, password: 'another-one!' });
    const fresh = signUpBody();
    const [{ data: toKnown, ...saidToKnown }, { data: toFresh, ...saidToFresh }] = [
      await shop.succeed(registerCall, { body: again }),
      await shop.succeed(registerCall, { body: fresh }),
    ];
    expect(saidToKnown).toEqual(saidToFresh);
    expect(Object.keys(toKnown)).toEqual(Object.keys(toFresh));
    expect(toKnown.customer).toMatchObject({ firstname: again.firstname, phone_number: again.phone_number });
    const [mail] = await messagesTo(shop, known.email);
    expect(mail?.subject).toContain('already have an account');
    expect(mail?.body).not.toContain('verify=');
    await shop.succeed(loginCall, { body: known });
    expect((await shop.fail(loginCall, { body: again })).httpStatus).toBe(401);
  });

  test('cannot be made to confirm another person’s password', async () => {
    const email = `victim-${newMobile()}@example.com`;
    const owner = signUpBody({ email });
    await shop.succeed(registerCall, { body: owner });
    const secret = await mailedSecret(shop, email);
    await shop.succeed(registerCall, { body: signUpBody({ email, password: 'attackers!' }) });
    await shop.succeed(verifyEmailCall, { body: { token: secret, password: owner.password } });
    await shop.succeed(loginCall, { body: owner });
    expect((await shop.fail(loginCall, { body: { email, password: 'attackers!' } })).httpStatus).toBe(401);
    const left = await shop.store.db.selectFrom('registration').selectAll().where('email', '=', email).execute();
    expect(left).toEqual([]);
  });

  test('keeps the link valid for a day', async () => {
    const body = signUpBody();
    await shop.succeed(registerCall, { body });
    const secret = await mailedSecret(shop, body.email);
    later(24 * 60 + 1);
    expect((await shop.fail(verifyEmailCall, { body: { token: secret } })).httpStatus).toBe(422);
  });

  test('sends a new link to an unverified customer who signs in with the right password', async () => {
    const body = signUpBody();
    await shop.succeed(registerCall, { body });
    const first = await mailedSecret(shop, body.email);
    expect(await shop.fail(loginCall, { body: { ...body, password: 'wrong-one!' } })).toMatchObject({ message: 'Login failed' });
    expect(await mailedSecret(shop, body.email)).toBe(first);
    expect(await shop.fail(loginCall, { body })).toMatchObject({
      httpStatus: 403,
      message: 'Please verify your email before logging in.',
    });
    const second = await mailedSecret(shop, body.email);
    expect(second).not.toBe(first);
    expect((await shop.fail(verifyEmailCall, { body: { token: first } })).httpStatus).toBe(422);
    await shop.succeed(verifyEmailCall, { body: { token: second, password: body.password } });
  });

  test('verifies the address for the person who confirms it, and a guest who only named it stays separate', async () => {
    const email = `shared-${newMobile()}@example.com`;
    const mobile = newMobile();
    const otp = await codeFor(shop, mobile, otpSendCall);
    const guest = (await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } })).data.token ?? '';
    await shop.succeed(updateUserDetailsCall, { token: guest, body: { firstname: 'Some', lastname: 'Guest', email } });
    await registerPerson(shop, { email });
    expect(await customersWith(shop, email)).toMatchObject([
      { firstname: 'Some', email_verified_at: null, password_hash: null },
      { firstname: 'Asha', email_verified_at: expect.any(String), phone_verified_at: null },
    ]);
    await shop.succeed(getOrdersCall, { token: guest });
  });
});

describe('a guest who signs up with the same address and number', () => {
  test('gets a password for the earlier orders, and must sign in again', async () => {
    const mobile = newMobile();
    const email = `same-${mobile}@example.com`;
    const otp = await codeFor(shop, mobile, otpSendCall);
    const { token } = (await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } })).data;
    await shop.succeed(updateUserDetailsCall, { token, body: { firstname: 'Asha', lastname: 'Guest', email } });
    const [guest] = await customersWith(shop, email);
    const person = await registerPerson(shop, { email, phone_number: mobile });
    expect(await customersWith(shop, email)).toMatchObject([{ id: guest?.id, phone_verified_at: guest?.phone_verified_at }]);
    await shop.succeed(loginCall, { body: person });
    expect((await shop.fail(getOrdersCall, { token })).httpStatus).toBe(401);
  });
});

describe('a number that is named but not verified', () => {
  test('does not belong to the account, so no orders are shared with a stranger', async () => {
    const mobile = newMobile();
    const squatter = await registerPerson(shop, { phone_number: mobile });
    const { token: squatting } = (await shop.succeed(loginCall, { body: squatter })).data;
    const otp = await codeFor(shop, mobile, otpSendCall);
    const { data } = await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } });
    expect(data).toMatchObject({ is_existing_customer: false, customer: { firstname: '', email: '' } });
    const body = { firstname: 'True', lastname: 'Owner', email: `owner-${mobile}@example.com` };
    await shop.succeed(updateUserDetailsCall, { token: data.token, body });
    const people = await shop.store.db.selectFrom('customer').select('email').where('phone_number', '=', mobile).execute();
    expect(people).toHaveLength(2);
    await shop.succeed(getCartCall, { token: squatting });
  });

  test('joins its account once the guest who verified it names the account’s address', async () => {
    const mobile = newMobile();
    const person = await registerPerson(shop, { phone_number: mobile });
    const otp = await codeFor(shop, mobile, otpSendCall);
    const { token } = (await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } })).data;
    const body = { firstname: 'Asha', lastname: 'Rao', email: person.email };
    await shop.succeed(updateUserDetailsCall, { token, body });
    await shop.succeed(getOrdersCall, { token });
    expect(await customersWith(shop, person.email)).toMatchObject([{ phone_verified_at: expect.any(String) }]);
    const again = await codeFor(shop, mobile, otpSendCall);
    const { data } = await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp: again } });
    expect(data).toMatchObject({ is_existing_customer: true, customer: { email: person.email } });
  });
});
