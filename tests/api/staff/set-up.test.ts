import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rateLimits } from '#api/services/limits/rate-limit-rules.ts';
import { addStaff, linkStaff, removeStaff } from '#api/services/staff/staff-members.ts';
import { adminSelfCall } from '#lib/contract/admin/staff.ts';
import { adminOpenLinkCall, adminSetUpCall, adminSignInCall } from '#lib/contract/admin/staff-sign-in.ts';
import { STAFF_LINK_MINUTES, STAFF_RECENT_SIGN_IN_MINUTES } from '#lib/contract/lifetimes.ts';
import { STAFF_RECOVERY_CODES } from '#lib/contract/limits.ts';
import { addStaffPerson, appCode, freshCode, inviteStaff, staffPassword, useLink } from '#tests/support/admin/staff-person.ts';
import { forgetLimits } from '#tests/support/store/accounts.ts';
import { from } from '#tests/support/store/client-headers.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const command = { command: 'owner:test' };
const noLink = { httpStatus: 422, code: 'reset_link_invalid', message: expect.stringMatching('no longer works') };

/** A form as it is sent, with the secret of the page. */
async function filledIn(link: string) {
  const { data } = await shop.succeed(adminOpenLinkCall, { body: { link } });
  return { link, password: staffPassword, totp_secret: data.totp_secret, code: appCode(data.totp_secret) };
}

test('a link says who it is for, sets up password and app, and signs in', async () => {
  const { email, link } = await inviteStaff(shop);
  const { data } = await shop.succeed(adminOpenLinkCall, { body: { link } });
  expect(data).toMatchObject({ email, name: 'Asha', role: 'owner', is_reset: false });
  expect(data.totp_uri).toContain(`otpauth://totp/`);
  expect(data.totp_uri).toContain(`secret=${data.totp_secret}`);
  expect(data.totp_qr).toMatch(/^<svg /);
  const set = await useLink(shop, link);
  expect(set.recovery_codes).toHaveLength(STAFF_RECOVERY_CODES);
  for (const code of set.recovery_codes) expect(code).toMatch(/^\d{5}-\d{5}-\d{5}$/);
  expect((await shop.succeed(adminSelfCall, { token: set.token })).data.email).toBe(email);
});

test('a page that is shown again after a wrong code keeps its secret', async () => {
  const { link } = await inviteStaff(shop);
  const form = await filledIn(link);
  expect(await shop.fail(adminSetUpCall, { body: { ...form, code: '000000' } })).toMatchObject({
    httpStatus: 422,
    errors: { code: [expect.stringContaining('This code is wrong')] },
  });
  const again = await shop.succeed(adminOpenLinkCall, { body: { link, totp_secret: form.totp_secret } });
  expect(again.data.totp_secret).toBe(form.totp_secret);
  await shop.succeed(adminSetUpCall, { body: { ...form, code: appCode(form.totp_secret) } });
});

test('a weak or common password is refused, and the link still works', async () => {
  const { link } = await inviteStaff(shop);
  const form = await filledIn(link);
  for (const password of ['short', 'longenough', 'Password!'])
    expect(await shop.fail(adminSetUpCall, { body: { ...form, password } })).toMatchObject({
      httpStatus: 422,
      errors: { password: [expect.any(String)] },
    });
  await shop.succeed(adminSetUpCall, { body: form });
});

test('a link that is used twice at the same moment sets up once', async () => {
  const { link } = await inviteStaff(shop);
  const forms = await Promise.all(Array.from({ length: 5 }, () => filledIn(link)));
  const outcomes = await Promise.all(forms.map((body) => shop.call(adminSetUpCall, { body })));
  expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
  for (const outcome of outcomes.filter(({ success }) => !success)) expect(outcome).toMatchObject(noLink);
  expect(await shop.fail(adminOpenLinkCall, { body: { link } })).toMatchObject(noLink);
});

test('a newer link ends the older', async () => {
  const { id, link } = await inviteStaff(shop);
  const form = await filledIn(link);
  const { token: newer } = await shop.change((tx) => linkStaff(tx, command, id));
  expect(await shop.fail(adminOpenLinkCall, { body: { link } })).toMatchObject(noLink);
  expect(await shop.fail(adminSetUpCall, { body: form })).toMatchObject(noLink);
  await useLink(shop, newer);
});

test('a link ends after its minutes', async () => {
  const { id, link } = await inviteStaff(shop);
  const form = await filledIn(link);
  const row = await shop.store.db.selectFrom('staff_link').selectAll().where('staff_id', '=', id).executeTakeFirstOrThrow();
  const minutes = (Date.parse(row.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(STAFF_LINK_MINUTES - 1);
  expect(minutes).toBeLessThanOrEqual(STAFF_LINK_MINUTES);
  const past = { expires_at: new Date(Date.now() - 1000).toISOString() };
  await shop.change((tx) => tx.updateTable('staff_link').set(past).where('staff_id', '=', id).execute());
  expect(await shop.fail(adminSetUpCall, { body: form })).toMatchObject(noLink);
});

test('the link of somebody who was removed ends', async () => {
  await addStaffPerson(shop);
  const { id, link } = await inviteStaff(shop);
  await shop.change((tx) => removeStaff(tx, command, id));
  expect(await shop.fail(adminOpenLinkCall, { body: { link } })).toMatchObject(noLink);
});

test('made-up links are limited by address, and a valid one from there is not', async () => {
  const { link } = await inviteStaff(shop);
  const [[, attempts]] = rateLimits.staffLinkGuess;
  const headers = from('198.51.100.4');
  for (let i = 0; i < attempts; i++)
    expect((await shop.fail(adminOpenLinkCall, { body: { link: `guess${i}` }, headers })).httpStatus).toBe(422);
  expect((await shop.fail(adminOpenLinkCall, { body: { link: 'guess' }, headers })).httpStatus).toBe(429);
  await useLink(shop, link, headers);
});

test('a new link replaces password, app, recovery codes and sessions once it is used', async () => {
  const person = await addStaffPerson(shop);
  const { token: link } = await shop.change((tx) => linkStaff(tx, command, person.id));
  await shop.succeed(adminSelfCall, { token: person.token });
  const again = await useLink(shop, link);
  expect(await shop.fail(adminSelfCall, { token: person.token })).toMatchObject({ httpStatus: 401 });
  const { email, password } = person;
  const refused = { httpStatus: 401, code: 'login_refused' };
  expect(await shop.fail(adminSignInCall, { body: { email, password, code: person.recovery_codes[0] ?? '' } })).toMatchObject(
    refused,
  );
  expect(await shop.fail(adminSignInCall, { body: { email, password, code: appCode(person.secret, 1) } })).toMatchObject(refused);
  await shop.succeed(adminSignInCall, { body: { email, password, code: await freshCode(shop, { ...person, ...again }) } });
});

test('somebody who was removed is taken in again under the same number', async () => {
  await addStaffPerson(shop);
  const person = await addStaffPerson(shop);
  await shop.change((tx) => removeStaff(tx, command, person.id));
  const { email } = person;
  const added = await shop.change((tx) => addStaff(tx, command, { email: email.toUpperCase(), role: 'packer' }));
  expect(added.id).toBe(person.id);
  const body = { email, password: person.password, code: appCode(person.secret, 1) };
  expect(await shop.fail(adminSignInCall, { body })).toMatchObject({ httpStatus: 401 });
  const { token } = await useLink(shop, added.token);
  expect((await shop.succeed(adminSelfCall, { token })).data.role).toBe('packer');
});

test('nobody is on the list twice, whatever the case of the address', async () => {
  const { email } = await inviteStaff(shop);
  await expect(inviteStaff(shop, { email: email.toUpperCase() })).rejects.toThrow('is on the list already');
});

test('who has just set up has signed in recently', async () => {
  const { token } = await addStaffPerson(shop);
  const { data } = await shop.succeed(adminSelfCall, { token });
  expect(Date.now() - Date.parse(data.signed_in_at)).toBeLessThan(STAFF_RECENT_SIGN_IN_MINUTES * 60_000);
});
