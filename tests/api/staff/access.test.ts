import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminSelfCall } from '#lib/contract/admin/staff.ts';
import { STAFF_SESSION_IDLE_HOURS, STAFF_SESSION_MAX_DAYS } from '#lib/contract/lifetimes.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { registerPerson } from '#tests/support/store/accounts.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a session of a member of staff says whose it is', async () => {
  const token = await staffToken(shop, 'packer');
  expect((await shop.succeed(adminSelfCall, { token })).data).toMatchObject({ name: 'Pavan', role: 'packer' });
});

test('a session of a shopper is none of a member of staff', async () => {
  const { token } = await registerPerson(shop);
  expect(await shop.fail(adminSelfCall, { token })).toMatchObject({ httpStatus: 401, code: 'session_expired' });
});

test.for([
  ['has not been used for its hours', 'last_used_at', STAFF_SESSION_IDLE_HOURS * 60],
  ['is as old as it may get', 'created_at', STAFF_SESSION_MAX_DAYS * 24 * 60],
] as const)('a session ends that %s', async ([, column, minutes]) => {
  const token = await staffToken(shop, 'owner');
  const past = new Date(Date.now() - (minutes + 1) * 60_000).toISOString();
  await shop.change((tx) =>
    tx
      .updateTable('staff_session')
      .set({ [column]: past })
      .execute(),
  );
  expect(await shop.fail(adminSelfCall, { token })).toMatchObject({ httpStatus: 401 });
});

test('a removed member of staff has no session any more', async () => {
  const token = await staffToken(shop, 'owner');
  await shop.change((tx) => tx.updateTable('staff').set({ removed_at: new Date().toISOString() }).execute());
  expect(await shop.fail(adminSelfCall, { token })).toMatchObject({ httpStatus: 401 });
});
