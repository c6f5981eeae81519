import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addApiKey } from '#api/services/keys/api-keys.ts';
import { hashToken } from '#api/services/sessions/tokens.ts';
import { deleteStaffSession } from '#api/services/staff/staff-sessions.ts';
import { adminOpenApiCall } from '#lib/contract/admin/openapi.ts';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import { STAFF_RECENT_SIGN_IN_MINUTES, STAFF_SESSION_IDLE_HOURS, STAFF_SESSION_MAX_DAYS } from '#lib/contract/lifetimes.ts';
import { scopes } from '#lib/contract/programs/scopes.ts';
import {
  addStaffToChange,
  callExamples,
  customerAddress,
  type Example,
  type ExampleShop,
  fillExampleShop,
  placeOrder,
  sendExample,
} from '#tests/support/admin/call-examples.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import { openAgain, openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const all: readonly Call[] = [...adminCalls, adminOpenApiCall];
const guarded = all.filter(({ access }) => access !== 'anyone');
const byName = (some: readonly Call[]) => some.map((call): [string, Call] => [call.name, call]);

let shop: TestShop;
let world: ExampleShop;
/** Words of a customer's order. */
let marks: string[];

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const changeSession = (token: string, values: Record<string, string>) =>
  shop.change((tx) => tx.updateTable('staff_session').set(values).where('token_hash', '=', hashToken(token)).execute());

/** Who makes a call: its headers, and the status and code of the refusal that is the answer. */
interface Stranger {
  headers: () => Promise<Record<string, string>>;
  status: number;
  code?: string;
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const endedBy =
  (end: (token: string) => Promise<unknown>): Stranger['headers'] =>
  async () => {
    const token = await staffToken(shop, 'owner');
    await end(token);
    return bearer(token);
  };

const ended = { status: 401, code: 'session_expired' };

const strangers: Record<string, Stranger> = {
  nobody: { headers: async () => ({}), status: 401 },
  'a shopper': { headers: async () => bearer(await signUp(shop, newMobile())), ...ended },
  'a program': {
    headers: async () => bearer((await shop.change((tx) => addApiKey(tx, { name: 'ERP', scopes: [...scopes] }))).key),
    ...ended,
  },
  'a made-up token': { headers: async () => bearer('A'.repeat(43)), ...ended },
  'a token in a cookie only': {
    headers: async () => ({ cookie: `__Host-staff=${await staffToken(shop, 'owner')}` }),
    status: 401,
  },
  'a token without its kind': { headers: async () => ({ authorization: await staffToken(shop, 'owner') }), status: 401 },
  'a wrong application key': {
    headers: async () => ({ ...bearer(await staffToken(shop, 'owner')), 'x-app-key': 'other' }),
    status: 401,
    code: 'application_key',
  },
  'a signed-out session': { headers: endedBy((token) => shop.change((tx) => deleteStaffSession(tx, token))), ...ended },
  'an idle session': {
    headers: endedBy((token) => changeSession(token, { last_used_at: minutesAgo(STAFF_SESSION_IDLE_HOURS * 60 + 1) })),
    ...ended,
  },
  'a session that is too old': {
    headers: endedBy((token) => changeSession(token, { created_at: minutesAgo(STAFF_SESSION_MAX_DAYS * 24 * 60 + 1) })),
    ...ended,
  },
  'a session from the future': {
    headers: endedBy((token) => changeSession(token, { created_at: minutesAgo(-60 * 24) })),
    ...ended,
  },
  'a removed member of staff': {
    headers: endedBy((token) =>
      shop.change((tx) =>
        tx
          .updateTable('staff')
          .set({ removed_at: minutesAgo(0) })
          .where('id', '=', tx.selectFrom('staff_session').select('staff_id').where('token_hash', '=', hashToken(token)))
          .execute(),
      ),
    ),
    ...ended,
  },
};

const isMissing = (name: string): boolean => !Object.hasOwn(callExamples, name);

const exampleOf = (call: Call): Example => callExamples[call.name]?.(world) ?? {};

async function expectNoData(response: Response): Promise<{ code?: string }> {
  const text = await response.text();
  for (const mark of marks) expect(text).not.toContain(mark);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('set-cookie')).toBeNull();
  const reply = JSON.parse(text);
  expect(reply.success).toBe(false);
  expect(reply).not.toHaveProperty('data');
  return reply;
}

/** All rows but those of sessions, of people who were added to be refused, and of the audit log. */
async function readRows(): Promise<Record<string, unknown[]>> {
  const { db } = shop.store;
  const tables = ['orders', 'order_item', 'order_event', 'outbox', 'refund', 'provider_refund', 'invoice', 'variant'] as const;
  const rows: Record<string, unknown[]> = {};
  for (const table of tables)
    rows[table] = (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).toSorted();
  return rows;
}

beforeAll(async () => {
  shop = await openShop();
  world = await fillExampleShop(shop);
  const { firstname, lastname, email, phone_number, address } = customerAddress;
  marks = [firstname, lastname, email, phone_number, address, world.order.number];
});
afterAll(() => shop.close());

test('every call has an example', () => {
  expect(all.map(({ name }) => name).filter(isMissing)).toEqual([]);
});

test('every call of the admin pages is below /admin, needs a member of staff, and is none of shoppers or programs', () => {
  for (const { path, name, beyondSpecification } of all) {
    expect(path).toMatch(/^\/admin\//);
    expect(name).toMatch(/^admin[A-Z]/);
    expect(beyondSpecification).toBe(true);
  }
  for (const { access, path } of [...calls, ...keyedCalls] as Call[]) {
    expect(['packer', 'owner']).not.toContain(access);
    expect(path).not.toMatch(/^\/admin/);
  }
});

describe.each(Object.entries(strangers))('%s', (_, { headers: makeHeaders, status, code }) => {
  let headers: Record<string, string>;
  test.each(byName(guarded))('is refused by %s, learns and changes nothing', async (_name, call) => {
    // A session that has run out is gone once it was refused.
    headers = await makeHeaders();
    const before = await readRows();
    const response = await sendExample(shop, call, exampleOf(call), headers);
    expect(response.status).toBe(status);
    expect((await expectNoData(response)).code).toBe(code);
    expect(await readRows()).toEqual(before);
  });
});

const ofOwners = byName(guarded.filter(({ access }) => access === 'owner'));
test.each(ofOwners)('%s refuses a packer', async (_, call) => {
  const before = await readRows();
  const response = await sendExample(shop, call, exampleOf(call), bearer(await staffToken(shop, 'packer')));
  expect(response.status).toBe(403);
  expect((await expectNoData(response)).code).toBe('staff_role');
  expect(await readRows()).toEqual(before);
});

const recent = byName(guarded.filter(({ needsRecentSignIn }) => needsRecentSignIn));
test.skipIf(recent.length === 0).each(recent)('%s refuses an owner who has signed in some time ago', async (_, call) => {
  const token = await staffToken(shop, 'owner');
  await changeSession(token, { signed_in_at: minutesAgo(STAFF_RECENT_SIGN_IN_MINUTES + 1) });
  const before = await readRows();
  const response = await sendExample(shop, call, exampleOf(call), bearer(token));
  expect(response.status).toBe(403);
  expect((await expectNoData(response)).code).toBe('sign_in_again');
  expect(await readRows()).toEqual(before);
});

test.each(byName(guarded))('%s answers an owner, and a packer where it may', async (_, call) => {
  for (const role of call.access === 'packer' ? (['packer', 'owner'] as const) : (['owner'] as const)) {
    const token = await staffToken(shop, role);
    // What needs no recent sign-in is done with an older one.
    if (!call.needsRecentSignIn) await changeSession(token, { signed_in_at: minutesAgo(STAFF_RECENT_SIGN_IN_MINUTES + 1) });
    world = { ...world, order: await placeOrder(shop, world.product), staffId: await addStaffToChange(shop) };
    const { status = 200, ...example } = exampleOf(call);
    const response = await sendExample(shop, call, example, bearer(token));
    const replied: unknown = await response.clone().json();
    expect([[status].flat().includes(response.status), response.status, replied]).toEqual([
      true,
      expect.anything(),
      expect.anything(),
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
    // Another call with the same path would answer otherwise.
    if (response.status === 200) expect(() => z.parse(call.reply, replied)).not.toThrow();
  }
});

const open = byName(all.filter(({ access }) => access === 'anyone'));
test.skipIf(open.length === 0).each(open)('%s, which opens a session, tells a stranger nothing', async (_, call) => {
  const { status = 200, ...example } = exampleOf(call);
  const response = await sendExample(shop, call, example, { 'x-app-key': 'other' });
  expect([response.status, (await expectNoData(response)).code]).toEqual([401, 'application_key']);
  const answer = await sendExample(shop, call, example, {});
  const text = await answer.text();
  expect([answer.status, text]).toEqual([status, expect.anything()]);
  for (const mark of marks) expect(text).not.toContain(mark);
});

test.each(byName(all))('%s needs its method', async (_, call) => {
  const other = call.method === 'GET' ? 'POST' : 'GET';
  if (all.some(({ path, method }) => path === call.path && method === other)) return;
  const response = await sendExample(shop, { ...call, method: other }, exampleOf(call), bearer(await staffToken(shop, 'owner')));
  // Another call may take the last part of the path for a number.
  expect([404, 405]).toContain(response.status);
});

test.each(byName(guarded.filter(({ method }) => method === 'POST')))(
  '%s asks who calls before it reads the body',
  async (_, call) => {
    const response = await shop.raw(call.path, { method: 'POST', body: '{"broken' });
    expect([response.status, await response.json()]).toEqual([401, { success: false, message: 'User not authenticated' }]);
  },
);

test('a store that does not serve the admin pages has none of these calls', async () => {
  const headers = bearer(await staffToken(shop, 'owner'));
  const other = await openAgain(shop, { applicationKey: 'test-key', servesAdmin: false });
  try {
    for (const call of all)
      expect([call.name, (await sendExample(other, call, exampleOf(call), headers)).status]).toEqual([call.name, 404]);
  } finally {
    await other.close();
  }
});
