import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { purgeStaffLinks } from '#api/services/staff/staff-links.ts';
import { purgeStaffSessions } from '#api/services/staff/staff-session-list.ts';
import { endDemo } from '#api/services/store/demo-period.ts';
import { adminSelfCall } from '#lib/contract/admin/staff.ts';
import {
  adminAddStaffCall,
  adminRemoveStaffCall,
  adminStaffCall,
  adminStaffLinkCall,
  adminStaffRoleCall,
} from '#lib/contract/admin/staff-members.ts';
import {
  adminDemoSignInCall,
  adminRecoveryCodesCall,
  adminSignInCall,
  adminSignInOptionsCall,
} from '#lib/contract/admin/staff-sign-in.ts';
import { addStaffPerson, freshCode, inviteStaff, useLink } from '#tests/support/admin/staff-person.ts';
import { forgetLimits } from '#tests/support/store/accounts.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const demoLinkToken = 'the-token-of-the-printed-link';
let shop: TestShop;
let lines = '';
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines += String(chunk);
      done();
    },
  });
  shop = await openShop({ demoLinkToken, log: pino({ level: 'trace' }, stream) });
});
beforeEach(async () => {
  await forgetLimits(shop);
  for (const table of ['staff_session', 'staff_link', 'staff_device', 'staff_recovery_code', 'staff'] as const)
    await shop.change((tx) => tx.deleteFrom(table).execute());
});
afterAll(() => shop.close());

test('an owner adds a packer, who sets up by the link and sees no staff', async () => {
  const owner = await addStaffPerson(shop);
  const body = { email: 'pavan@shop.example', name: 'Pavan', role: 'packer' } as const;
  const { data: added } = await shop.succeed(adminAddStaffCall, { token: owner.token, body });
  const before = await shop.succeed(adminStaffCall, { token: owner.token });
  expect(before.data).toMatchObject([
    { id: owner.id, role: 'owner', has_signed_in: true },
    { name: 'Pavan', role: 'packer', has_signed_in: false, last_seen_at: '' },
  ]);
  const { token } = await useLink(shop, added.link);
  expect(await shop.fail(adminStaffCall, { token })).toMatchObject({ httpStatus: 403, code: 'staff_role' });
  const after = await shop.succeed(adminStaffCall, { token: owner.token });
  expect(after.data[1]).toMatchObject({ has_signed_in: true, last_seen_at: expect.stringMatching(/^20/) });
});

test('changes of staff need a recent sign-in and an owner', async () => {
  const [owner, packer] = [await addStaffPerson(shop), await addStaffPerson(shop, { role: 'packer' })];
  const changes = [
    [adminAddStaffCall, { email: 'new@shop.example', role: 'owner' }],
    [adminStaffLinkCall, { id: packer.id }],
    [adminRemoveStaffCall, { id: packer.id }],
    [adminStaffRoleCall, { id: packer.id, role: 'owner' }],
  ] as const;
  const past = new Date(Date.now() - 11 * 60_000).toISOString();
  await shop.change((tx) => tx.updateTable('staff_session').set({ signed_in_at: past }).execute());
  for (const [call, body] of changes) {
    expect(await shop.fail(call, { token: packer.token, body: body as never })).toMatchObject({ code: 'staff_role' });
    expect(await shop.fail(call, { token: owner.token, body: body as never })).toMatchObject({ code: 'sign_in_again' });
  }
});

test('somebody who is removed is signed out at once, and cannot sign in', async () => {
  const [owner, packer] = [await addStaffPerson(shop), await addStaffPerson(shop, { role: 'packer' })];
  const body = { email: packer.email, password: packer.password, code: await freshCode(shop, packer) };
  await shop.succeed(adminRemoveStaffCall, { token: owner.token, body: { id: packer.id } });
  expect((await shop.fail(adminSelfCall, { token: packer.token })).httpStatus).toBe(401);
  expect((await shop.fail(adminSignInCall, { body })).httpStatus).toBe(401);
  expect(await shop.fail(adminRemoveStaffCall, { token: owner.token, body: { id: packer.id } })).toMatchObject({
    httpStatus: 404,
  });
});

test('the last owner who can sign in stays, and stays owner', async () => {
  const owner = await addStaffPerson(shop);
  await addStaffPerson(shop, { role: 'packer' });
  const invited = await inviteStaff(shop);
  const { token, id } = owner;
  const refusal = { httpStatus: 422, message: expect.stringContaining('needs an owner') };
  expect(await shop.fail(adminRemoveStaffCall, { token, body: { id } })).toMatchObject(refusal);
  expect(await shop.fail(adminStaffRoleCall, { token, body: { id, role: 'packer' } })).toMatchObject(refusal);
  await useLink(shop, invited.link);
  await shop.succeed(adminStaffRoleCall, { token, body: { id, role: 'packer' } });
  expect((await shop.succeed(adminSelfCall, { token })).data.role).toBe('packer');
});

test('of two owners who remove each other at the same moment one stays', async () => {
  for (let round = 0; round < 3; round++) {
    await shop.change((tx) => tx.updateTable('staff').set({ removed_at: new Date().toISOString() }).execute());
    const [one, two] = [await addStaffPerson(shop), await addStaffPerson(shop)];
    await Promise.all([
      shop.call(adminRemoveStaffCall, { token: one.token, body: { id: two.id } }),
      shop.call(adminRemoveStaffCall, { token: two.token, body: { id: one.id } }),
      shop.call(adminStaffRoleCall, { token: one.token, body: { id: two.id, role: 'packer' } }),
    ]);
    const left = await shop.store.db.selectFrom('staff').select(['id', 'role']).where('removed_at', 'is', null).execute();
    expect(left).toMatchObject([{ role: 'owner' }]);
  }
});

test('the audit log has every change with who and what, and neither it, the outbox, the log nor a table has a secret', async () => {
  lines = '';
  const owner = await addStaffPerson(shop);
  const body = { email: 'pavan@shop.example', name: 'Pavan', role: 'packer' } as const;
  const { data: added } = await shop.succeed(adminAddStaffCall, { token: owner.token, body });
  const packer = await useLink(shop, added.link);
  await shop.succeed(adminStaffRoleCall, { token: owner.token, body: { id: added.id, role: 'owner' } });
  const { data: linked } = await shop.succeed(adminStaffLinkCall, { token: owner.token, body: { id: added.id } });
  const { data: codes } = await shop.succeed(adminRecoveryCodesCall, { token: owner.token });
  const code = await freshCode(shop, owner);
  const { data: session } = await shop.succeed(adminSignInCall, { body: { email: owner.email, password: owner.password, code } });
  await shop.succeed(adminRemoveStaffCall, { token: session.token, body: { id: added.id } });
  const events = await listAudit(shop.store.db, { limit: 12 });
  const [me, them] = [`staff:${owner.id}`, `staff:${added.id}`];
  expect(
    events
      .toReversed()
      .map(({ actor, action, subject }) => [actor, action, subject])
      .slice(-8),
  ).toEqual([
    [me, 'staff add', them],
    [them, 'staff set-up', them],
    [them, 'staff sign-in', ''],
    [me, 'staff role', them],
    [me, 'staff link', them],
    [me, 'staff recovery-codes', ''],
    [me, 'staff sign-in', ''],
    [me, 'staff remove', them],
  ]);
  expect(events.find(({ action }) => action === 'staff role')?.detail).toBe('{"before":"packer","after":"owner"}');
  const { db } = shop.store;
  const stored = [
    ...(await db.selectFrom('audit_event').selectAll().execute()),
    ...(await db.selectFrom('outbox').selectAll().execute()),
    ...(await db.selectFrom('staff_session').selectAll().execute()),
    ...(await db.selectFrom('staff_device').selectAll().execute()),
    ...(await db.selectFrom('staff_recovery_code').selectAll().execute()),
    ...(await db.selectFrom('staff_link').selectAll().execute()),
    ...(await db.selectFrom('rate_limit').selectAll().execute()),
  ];
  const text = `${JSON.stringify(stored)}${lines}`;
  expect(lines).toContain('adminSignIn');
  const secrets = [owner, packer].flatMap((person) => [
    person.secret,
    person.token,
    person.device_token,
    ...person.recovery_codes,
  ]);
  for (const secret of [...secrets, owner.link, added.link, linked.link, owner.password, ...codes.recovery_codes, session.token])
    expect(text).not.toContain(secret);
  const audit = JSON.stringify(await db.selectFrom('audit_event').selectAll().execute());
  for (const personal of [owner.email, 'pavan@', 'Pavan']) expect(audit).not.toContain(personal);
});

test('old sessions and links are deleted', async () => {
  const { token } = await addStaffPerson(shop);
  await inviteStaff(shop);
  await shop.change((tx) => purgeStaffSessions(tx));
  await shop.change((tx) => purgeStaffLinks(tx));
  await shop.succeed(adminSelfCall, { token });
  const past = new Date(Date.now() - 25 * 3_600_000).toISOString();
  await shop.change((tx) => tx.updateTable('staff_session').set({ last_used_at: past }).execute());
  await shop.change((tx) => tx.updateTable('staff_link').set({ expires_at: past }).execute());
  await shop.change((tx) => purgeStaffSessions(tx));
  await shop.change((tx) => purgeStaffLinks(tx));
  for (const table of ['staff_session', 'staff_link'] as const)
    expect(await shop.store.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('only a browser with the link of a demo opens its admin, as an owner who changes no staff and ends with the demo', async () => {
  const options = async (demo_link?: string) =>
    (await shop.succeed(adminSignInOptionsCall, { body: demo_link === undefined ? {} : { demo_link } })).data.demo;
  expect([await options(), await options('made-up'), await options(demoLinkToken)]).toEqual([false, false, true]);
  expect(await shop.fail(adminDemoSignInCall, { body: { demo_link: 'made-up' } })).toMatchObject({ httpStatus: 403 });
  const { data } = await shop.succeed(adminDemoSignInCall, { body: { demo_link: demoLinkToken } });
  const { token } = data;
  const self = await shop.succeed(adminSelfCall, { token });
  expect(self.data).toMatchObject({ name: 'Demo owner', role: 'owner' });
  expect((await shop.succeed(adminStaffCall, { token })).data).toEqual([]);
  const added = await shop.fail(adminAddStaffCall, { token, body: { email: 'a@shop.example', role: 'owner' } });
  expect(added).toMatchObject({ httpStatus: 403, message: expect.stringContaining('demo') });
  const again = await shop.succeed(adminDemoSignInCall, { body: { demo_link: demoLinkToken } });
  expect((await shop.succeed(adminSelfCall, { token: again.data.token })).data.id).toBe(self.data.id);
  await endDemo(shop.store.db);
  expect((await shop.fail(adminSelfCall, { token: again.data.token })).httpStatus).toBe(401);
});

test('a demo that is open to all opens its admin to nobody', async () => {
  const open = await openShop();
  expect((await open.succeed(adminSignInOptionsCall, { body: { demo_link: demoLinkToken } })).data.demo).toBe(false);
  expect(await open.fail(adminDemoSignInCall, { body: { demo_link: demoLinkToken } })).toMatchObject({ httpStatus: 403 });
  await open.close();
});
