import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rateLimits } from '#api/services/limits/rate-limit-rules.ts';
import { linkStaff, removeStaff } from '#api/services/staff/staff-members.ts';
import { adminSelfCall } from '#lib/contract/admin/staff.ts';
import {
  adminAddPasskeyCall,
  adminPasskeyOptionsAgainCall,
  adminPasskeyOptionsCall,
  adminPasskeySignInAgainCall,
  adminPasskeySignInCall,
  adminPasskeysCall,
  adminRemovePasskeyCall,
} from '#lib/contract/admin/staff-passkeys.ts';
import { STAFF_CHALLENGE_MINUTES } from '#lib/contract/lifetimes.ts';
import { createSoftwarePasskey } from '#tests/support/admin/software-passkey.ts';
import { addStaffPerson, useLink } from '#tests/support/admin/staff-person.ts';
import { forgetLimits } from '#tests/support/store/accounts.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const adminUrl = 'https://admin.shop.example';
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ adminUrl });
});
beforeEach(() => forgetLimits(shop));
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

const command = { command: 'owner:test' };
const refused = { httpStatus: 401, code: 'login_refused', message: expect.stringContaining('This passkey did not work') };
const optionsToAdd = async (token: string) => (await shop.succeed(adminPasskeysCall, { token })).data.options;
const optionsAgain = async (token: string) =>
  (await shop.succeed(adminPasskeyOptionsAgainCall, { token, body: {} })).data.options ?? '';
const optionsToSignIn = async () => (await shop.succeed(adminPasskeyOptionsCall, { body: {} })).data.options;

/** A member of staff with a passkey. */
async function addPasskeyPerson() {
  const person = await addStaffPerson(shop);
  const passkey = createSoftwarePasskey(adminUrl);
  const { token } = person;
  await shop.succeed(adminAddPasskeyCall, { token, body: { passkey: passkey.create(await optionsToAdd(token)) } });
  return { ...person, passkey };
}

test('a passkey is added and signs in without password and code', async () => {
  const { passkey, email } = await addPasskeyPerson();
  const { data } = await shop.succeed(adminPasskeySignInCall, { body: { passkey: passkey.get(await optionsToSignIn()) } });
  expect((await shop.succeed(adminSelfCall, { token: data.token })).data.email).toBe(email);
});

test('an answer works once, also when it is sent twice at the same moment', async () => {
  const { passkey } = await addPasskeyPerson();
  const body = { passkey: passkey.get(await optionsToSignIn()) };
  const outcomes = await Promise.all([1, 2, 3].map(() => shop.call(adminPasskeySignInCall, { body })));
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
  expect(await shop.fail(adminPasskeySignInCall, { body })).toMatchObject(refused);
});

test('an answer of another site, for another host, without finger or PIN, or to a challenge not of this sign-in is refused', async () => {
  const person = await addPasskeyPerson();
  const { passkey, token } = person;
  const options = await optionsToSignIn();
  const made = JSON.stringify({ challenge: Buffer.from('made-up').toString('base64url') });
  const answers = [
    passkey.get(options, { origin: 'https://shop.example' }),
    passkey.get(options, { host: 'shop.example' }),
    passkey.get(options, { isVerified: false }),
    passkey.get(made),
    passkey.get(await optionsToAdd(token)),
    createSoftwarePasskey(adminUrl).get(options),
    'no JSON',
    '{"id":7}',
  ];
  for (const answer of answers)
    expect(await shop.fail(adminPasskeySignInCall, { body: { passkey: answer } })).toMatchObject(refused);
  await shop.succeed(adminPasskeySignInCall, { body: { passkey: passkey.get(options) } });
});

test('an answer after the minutes of its challenge is refused', async () => {
  const { passkey } = await addPasskeyPerson();
  const options = await optionsToSignIn();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (STAFF_CHALLENGE_MINUTES + 1) * 60_000 });
  expect(await shop.fail(adminPasskeySignInCall, { body: { passkey: passkey.get(options) } })).toMatchObject(refused);
});

test('nobody adds a passkey with the challenge of somebody else, twice, or for another site', async () => {
  const [person, other] = [await addStaffPerson(shop), await addStaffPerson(shop)];
  const passkey = createSoftwarePasskey(adminUrl);
  const { token } = person;
  const wrong = { httpStatus: 422, message: expect.stringContaining('did not work') };
  const options = await optionsToAdd(token);
  for (const answer of [
    passkey.create(await optionsToAdd(other.token)),
    passkey.create(options, { origin: 'https://shop.example' }),
    passkey.create(options, { isVerified: false }),
    'no JSON',
  ])
    expect(await shop.fail(adminAddPasskeyCall, { token, body: { passkey: answer } })).toMatchObject(wrong);
  const body = { passkey: passkey.create(options) };
  await shop.succeed(adminAddPasskeyCall, { token, body });
  expect(await shop.fail(adminAddPasskeyCall, { token, body })).toMatchObject(wrong);
  expect((await shop.succeed(adminPasskeysCall, { token })).data.passkeys).toHaveLength(1);
});

test('a passkey that was removed, or whose owner was let in again or removed, does not sign in', async () => {
  const [one, two, three] = [await addPasskeyPerson(), await addPasskeyPerson(), await addPasskeyPerson()];
  const { data } = await shop.succeed(adminPasskeysCall, { token: one.token });
  const id = data.passkeys[0]?.id ?? '';
  await shop.succeed(adminRemovePasskeyCall, { token: two.token, body: { id } });
  await shop.succeed(adminPasskeySignInCall, { body: { passkey: one.passkey.get(await optionsToSignIn()) } });
  await shop.succeed(adminRemovePasskeyCall, { token: one.token, body: { id } });
  await useLink(shop, (await shop.change((tx) => linkStaff(tx, command, two.id))).token);
  await shop.change((tx) => removeStaff(tx, command, three.id));
  for (const { passkey } of [one, two, three])
    expect(await shop.fail(adminPasskeySignInCall, { body: { passkey: passkey.get(await optionsToSignIn()) } })).toMatchObject(
      refused,
    );
});

test('a new passkey needs a recent sign-in', async () => {
  const { token } = await addStaffPerson(shop);
  const answer = createSoftwarePasskey(adminUrl).create(await optionsToAdd(token));
  const past = new Date(Date.now() - 11 * 60_000).toISOString();
  await shop.change((tx) => tx.updateTable('staff_session').set({ signed_in_at: past }).execute());
  expect(await shop.fail(adminAddPasskeyCall, { token, body: { passkey: answer } })).toMatchObject({ code: 'sign_in_again' });
});

test('an own passkey signs in again: the session gets another token and a recent sign-in, and the answer works once', async () => {
  const { passkey, token } = await addPasskeyPerson();
  const past = new Date(Date.now() - 11 * 60_000).toISOString();
  await shop.change((tx) => tx.updateTable('staff_session').set({ signed_in_at: past }).execute());
  const [first, second] = [passkey.get(await optionsAgain(token)), passkey.get(await optionsAgain(token))];
  const again = await shop.succeed(adminPasskeySignInAgainCall, { token, body: { passkey: first } });
  expect(await shop.fail(adminSelfCall, { token })).toMatchObject({ httpStatus: 401 });
  const renewed = again.data.token;
  const { data } = await shop.succeed(adminSelfCall, { token: renewed });
  expect(Date.now() - Date.parse(data.signed_in_at)).toBeLessThan(60_000);
  expect(await shop.fail(adminPasskeySignInAgainCall, { token: renewed, body: { passkey: first } })).toMatchObject({
    httpStatus: 422,
  });
  const answers = await Promise.all(
    [1, 2].map(() => shop.call(adminPasskeySignInAgainCall, { token: renewed, body: { passkey: second } })),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
});

test('a sign-in again offers nobody’s passkeys but the own, and nothing to somebody without one', async () => {
  const [one, two] = [await addPasskeyPerson(), await addPasskeyPerson()];
  const without = await addStaffPerson(shop);
  const idsOf = async (token: string) =>
    (JSON.parse(await optionsAgain(token)) as { allowCredentials: { id: string }[] }).allowCredentials.map(({ id }) => id);
  const idOf = ({ passkey }: typeof one) => (JSON.parse(passkey.get(JSON.stringify({ challenge: '' }))) as { id: string }).id;
  expect(await idsOf(one.token)).toEqual([idOf(one)]);
  expect(await idsOf(two.token)).toEqual([idOf(two)]);
  expect(await optionsAgain(without.token)).toBe('');
});

test('a passkey of somebody else, of another site, or with the challenge of somebody else or of a sign-in signs nobody in again', async () => {
  const [person, other] = [await addPasskeyPerson(), await addPasskeyPerson()];
  const { passkey, token } = person;
  const options = await optionsAgain(token);
  const answers = [
    other.passkey.get(options),
    other.passkey.get(await optionsAgain(other.token)),
    passkey.get(await optionsAgain(other.token)),
    passkey.get(await optionsToSignIn()),
    passkey.get(await optionsToAdd(token)),
    passkey.get(options, { origin: 'https://shop.example' }),
    passkey.get(options, { isVerified: false }),
    'no JSON',
  ];
  const wrong = { httpStatus: 422, message: expect.stringContaining('This passkey did not work') };
  for (const answer of answers)
    expect(await shop.fail(adminPasskeySignInAgainCall, { token, body: { passkey: answer } })).toMatchObject(wrong);
  expect(await shop.fail(adminPasskeySignInCall, { body: { passkey: passkey.get(options) } })).toMatchObject(refused);
  await shop.succeed(adminPasskeySignInAgainCall, { token, body: { passkey: passkey.get(options) } });
});

test('tries to sign in again with a passkey count with those of password and code', async () => {
  const { passkey, token } = await addPasskeyPerson();
  const [[, attempts]] = rateLimits.staffSignInAgain;
  for (let i = 0; i < attempts; i++) await shop.fail(adminPasskeySignInAgainCall, { token, body: { passkey: '{}' } });
  const body = { passkey: passkey.get(await optionsAgain(token)) };
  expect(await shop.fail(adminPasskeySignInAgainCall, { token, body })).toMatchObject({ httpStatus: 429 });
});
