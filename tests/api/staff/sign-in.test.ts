import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { derivation } from '#api/services/auth/password-hashing.ts';
import { consumeRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { rateLimits } from '#api/services/limits/rate-limit-rules.ts';
import { adminSelfCall } from '#lib/contract/admin/staff.ts';
import {
  adminEndOtherSessionsCall,
  adminEndSessionCall,
  adminRecoveryCodesCall,
  adminSessionsCall,
  adminSignInAgainCall,
  adminSignInCall,
  adminSignOutCall,
} from '#lib/contract/admin/staff-sign-in.ts';
import { addStaffPerson, appCode, freshCode } from '#tests/support/admin/staff-person.ts';
import { forgetLimits, messagesTo } from '#tests/support/store/accounts.ts';
import { from, home, statusOf, strangers } from '#tests/support/store/client-headers.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(() => forgetLimits(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

type Person = Awaited<ReturnType<typeof addStaffPerson>>;

const refused = { httpStatus: 401, code: 'login_refused', message: expect.stringContaining('Email, password or code is wrong') };

/** A form with the right password and a code that works. */
const rightForm = async (person: Person) => ({
  email: person.email,
  password: person.password,
  code: await freshCode(shop, person),
});

const wrongForm = ({ email }: { email: string }) => ({ email, password: 'wrong-one!', code: '123456' });

async function rewind(column: 'signed_in_at' | 'last_used_at', token: string, minutes: number): Promise<void> {
  const { data } = await shop.succeed(adminSelfCall, { token });
  const past = new Date(Date.now() - minutes * 60_000).toISOString();
  await shop.change((tx) =>
    tx
      .updateTable('staff_session')
      .set({ [column]: past })
      .where('staff_id', '=', data.id)
      .execute(),
  );
}

test('password and code sign in, whatever the case of the address and however the code is typed', async () => {
  const person = await addStaffPerson(shop);
  const { code, ...form } = await rightForm(person);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const { data } = await shop.succeed(adminSignInCall, { body: { ...form, email: form.email.toUpperCase(), code: spaced } });
  expect((await shop.succeed(adminSelfCall, { token: data.token })).data.email).toBe(person.email);
  expect(data.recovery_codes_left).toBe(10);
});

test('codes of the steps before and after work, and none further away', async () => {
  const person = await addStaffPerson(shop);
  for (const [steps, status] of [
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ] as const) {
    await freshCode(shop, person);
    const { email, password, secret } = person;
    const body = { email, password, code: appCode(secret, steps) };
    expect([steps, await statusOf(shop, adminSignInCall, body, {})]).toEqual([steps, status]);
  }
});

test('a code works once, also when it is sent twice at the same moment, and no older one after it', async () => {
  const person = await addStaffPerson(shop);
  const body = await rightForm(person);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => shop.call(adminSignInCall, { body })));
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
  expect(await shop.fail(adminSignInCall, { body })).toMatchObject(refused);
  const older = appCode(person.secret, -1);
  expect(await shop.fail(adminSignInCall, { body: { ...body, code: older } })).toMatchObject(refused);
});

test('the code of the set-up does not sign in', async () => {
  const person = await addStaffPerson(shop);
  const { step } = await shop.store.db
    .selectFrom('staff')
    .select('totp_last_step as step')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const code = appCode(person.secret, Number(step) - Math.floor(Date.now() / 30_000));
  expect(await shop.fail(adminSignInCall, { body: { email: person.email, password: person.password, code } })).toMatchObject(
    refused,
  );
});

test('a recovery code stands in for the app once, and not for the password', async () => {
  const person = await addStaffPerson(shop);
  const [code = ''] = person.recovery_codes;
  const { email, password } = person;
  expect(await shop.fail(adminSignInCall, { body: { email, password: 'wrong-one!', code } })).toMatchObject(refused);
  const outcomes = await Promise.all([1, 2, 3].map(() => shop.call(adminSignInCall, { body: { email, password, code } })));
  expect(outcomes.filter(({ success }) => success)).toMatchObject([{ data: { recovery_codes_left: 9 } }]);
  expect(await shop.fail(adminSignInCall, { body: { email, password, code } })).toMatchObject(refused);
});

test('a recovery code of somebody else does not sign in', async () => {
  const [person, other] = [await addStaffPerson(shop), await addStaffPerson(shop)];
  const { email, password } = person;
  expect(await shop.fail(adminSignInCall, { body: { email, password, code: other.recovery_codes[0] ?? '' } })).toMatchObject(
    refused,
  );
});

test('new recovery codes end the old ones and need a recent sign-in', async () => {
  const person = await addStaffPerson(shop);
  const { data } = await shop.succeed(adminRecoveryCodesCall, { token: person.token });
  const { email, password } = person;
  const [old = '', fresh = ''] = [person.recovery_codes[1], data.recovery_codes[1]];
  expect(await shop.fail(adminSignInCall, { body: { email, password, code: old } })).toMatchObject(refused);
  await shop.succeed(adminSignInCall, { body: { email, password, code: fresh } });
  await rewind('signed_in_at', person.token, 11);
  expect(await shop.fail(adminRecoveryCodesCall, { token: person.token })).toMatchObject({
    httpStatus: 403,
    code: 'sign_in_again',
  });
});

test('a wrong password, a wrong code and an unknown address get the same reply after the same work', async () => {
  const person = await addStaffPerson(shop);
  const right = await rightForm(person);
  const compared = vi.spyOn(derivation, 'derive');
  const replies = [];
  for (const body of [
    { ...right, password: 'wrong-one!' },
    { ...right, code: '000000' },
    { ...right, email: 'nobody@shop.example' },
  ])
    replies.push(await shop.fail(adminSignInCall, { body }));
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(replies[0]).toMatchObject(refused);
  expect(compared).toHaveBeenCalledTimes(3);
});

test('a sign-in and a sign-in again give another token, and the one before ends', async () => {
  const person = await addStaffPerson(shop);
  await rewind('signed_in_at', person.token, 11);
  const { email, password, device_token } = person;
  const again = await shop.succeed(adminSignInAgainCall, {
    token: person.token,
    body: { password, code: await freshCode(shop, person) },
  });
  expect(again.data.token).not.toBe(person.token);
  expect(await shop.fail(adminSelfCall, { token: person.token })).toMatchObject({ httpStatus: 401 });
  const self = await shop.succeed(adminSelfCall, { token: again.data.token });
  expect(Date.now() - Date.parse(self.data.signed_in_at)).toBeLessThan(60_000);
  const body = { email, password, code: await freshCode(shop, person), device_token };
  const fresh = await shop.succeed(adminSignInCall, { body });
  expect(await shop.fail(adminSelfCall, { token: again.data.token })).toMatchObject({ httpStatus: 401 });
  await shop.succeed(adminSelfCall, { token: fresh.data.token });
});

test('a sign-in again with a wrong password, a wrong or a used code changes nothing, and its tries are limited', async () => {
  const person = await addStaffPerson(shop);
  const { token, password } = person;
  const used = await rightForm(person);
  await shop.succeed(adminSignInCall, { body: used });
  const [[, attempts]] = rateLimits.staffSignInAgain;
  const tries = [
    { password: 'wrong-one!', code: appCode(person.secret, 1) },
    { password, code: '000000' },
    { password, code: used.code },
  ];
  for (let i = 0; i < attempts; i++) {
    const body = tries[i % tries.length] as (typeof tries)[number];
    expect((await shop.fail(adminSignInAgainCall, { token, body })).httpStatus).toBe(422);
  }
  expect(
    (await shop.fail(adminSignInAgainCall, { token, body: { password, code: await freshCode(shop, person) } })).httpStatus,
  ).toBe(429);
  await shop.succeed(adminSelfCall, { token });
});

test('strangers who try passwords do not lock out a known device, whose own tries are limited', async () => {
  const person = await addStaffPerson(shop);
  const compared = vi.spyOn(derivation, 'derive');
  for (const address of strangers(20)) {
    for (let i = 0; i < 5; i++) await shop.call(adminSignInCall, { body: wrongForm(person), headers: from(address) });
  }
  // Ten for the account, then two for each address.
  expect(compared.mock.calls.length).toBe(10 + 18 * 2);
  expect(await statusOf(shop, adminSignInCall, wrongForm(person), from(strangers(20)[19] ?? ''))).toBe(429);
  const { device_token } = person;
  await shop.succeed(adminSignInCall, { body: { ...(await rightForm(person)), device_token }, headers: from(home) });
  for (let i = 0; i < 10; i++)
    expect(await statusOf(shop, adminSignInCall, { ...wrongForm(person), device_token }, from(home))).toBe(401);
  expect(await statusOf(shop, adminSignInCall, { ...(await rightForm(person)), device_token }, from(home))).toBe(429);
});

test('somebody on a new device gets in from their own network while strangers try', async () => {
  const person = await addStaffPerson(shop);
  for (const address of strangers(3)) {
    for (let i = 0; i < 5; i++) await shop.call(adminSignInCall, { body: wrongForm(person), headers: from(address) });
  }
  await shop.succeed(adminSignInCall, { body: await rightForm(person), headers: from(home) });
});

test('tries for addresses of nobody are limited as those of staff, by address and all together', async () => {
  const nobody = (i: number) => wrongForm({ email: `nobody${i}@shop.example` });
  for (let i = 0; i < 10; i++) expect(await statusOf(shop, adminSignInCall, nobody(0), {})).toBe(401);
  expect(await statusOf(shop, adminSignInCall, nobody(0), {})).toBe(429);
  for (let i = 0; i < 30; i++) expect(await statusOf(shop, adminSignInCall, nobody(i + 1), from('198.51.100.9'))).toBe(401);
  expect(await statusOf(shop, adminSignInCall, nobody(99), from('198.51.100.9'))).toBe(429);
  const [[, all]] = rateLimits.staffSignInAll;
  await shop.change(async (tx) => {
    for (let i = 0; i < all; i++) await consumeRateLimit(tx, 'staffSignInAll', { account: 'store' });
  });
  expect(await statusOf(shop, adminSignInCall, nobody(9999), from(home))).toBe(429);
  const person = await addStaffPerson(shop);
  const { device_token } = person;
  await shop.succeed(adminSignInCall, { body: { ...(await rightForm(person)), device_token } });
});

test('a device of somebody else, or a made-up one, is not known', async () => {
  const [person, other] = [await addStaffPerson(shop), await addStaffPerson(shop)];
  for (let i = 0; i < 10; i++) await shop.call(adminSignInCall, { body: wrongForm(person) });
  for (const device_token of [other.device_token, `${'A'.repeat(43)}.${'B'.repeat(43)}`])
    expect(await statusOf(shop, adminSignInCall, { ...(await rightForm(person)), device_token }, {})).toBe(429);
});

test('a sign-in on a new device is mailed, one on a known device is not', async () => {
  const person = await addStaffPerson(shop);
  const { email, device_token } = person;
  await shop.succeed(adminSignInCall, { body: { ...(await rightForm(person)), device_token } });
  expect(await messagesTo(shop, email)).toEqual([]);
  const headers = from(home, { browser: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' });
  await shop.succeed(adminSignInCall, { body: await rightForm(person), headers });
  const [mail] = await messagesTo(shop, email);
  expect(mail?.body).toContain('on a new device: Chrome on Android');
});

test('sessions are listed with device and network, and ended one by one or all others at once', async () => {
  const person = await addStaffPerson(shop);
  const headers = from(home, { browser: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile' });
  const signIn = async () => (await shop.succeed(adminSignInCall, { body: await rightForm(person), headers })).data.token;
  const [phone, second] = [await signIn(), await signIn()];
  const { data } = await shop.succeed(adminSessionsCall, { token: phone });
  expect(data.sessions).toHaveLength(3);
  expect(data.sessions[0]).toMatchObject({ device_name: 'Chrome on Android', network: '203.0.113.0/24', this_device: true });
  const other = (await shop.succeed(adminSessionsCall, { token: second })).data.sessions[0]?.session_id ?? '';
  for (let i = 0; i < 2; i++) await shop.succeed(adminEndSessionCall, { token: phone, body: { session_id: other } });
  expect((await shop.fail(adminSelfCall, { token: second })).httpStatus).toBe(401);
  await shop.succeed(adminEndOtherSessionsCall, { token: phone });
  expect((await shop.fail(adminSelfCall, { token: person.token })).httpStatus).toBe(401);
  await shop.succeed(adminSignOutCall, { token: phone });
  expect((await shop.fail(adminSelfCall, { token: phone })).httpStatus).toBe(401);
});

test('nobody ends a session of somebody else', async () => {
  const [person, other] = [await addStaffPerson(shop), await addStaffPerson(shop)];
  const { data } = await shop.succeed(adminSessionsCall, { token: other.token });
  await shop.succeed(adminEndSessionCall, { token: person.token, body: { session_id: data.sessions[0]?.session_id ?? '' } });
  await shop.succeed(adminSelfCall, { token: other.token });
});
