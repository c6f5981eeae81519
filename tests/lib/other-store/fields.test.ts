import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, isRefused, type Refused, request } from '#lib/client/request.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { type OtherStore, startOtherStore } from '#tests/support/other-store/server.ts';
import { changes, type FieldPath, listDifferences, listFields, withField } from './changed-fields.ts';
import { address, isFollower, needed, person, type Sent, sentWith } from './expected.ts';

let store: OtherStore;
let connection: Connection;
let token: string;
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  store = await startOtherStore();
  connection = { base: store.apiUrl, applicationKey: 'any', send: (sent) => fetch(sent) };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await store.stop();
});

const toOrder = (order_id: number) => ({
  order_id,
  order_number: `OS-${order_id}`,
  order_date: '2026-11-20T10:00:00.000Z',
  status: 'order is confirmed',
  payment_method: 'cod',
  price: '300.00',
  final_amount: '290.00',
  quantity: 3,
  discount_amount: '10.00',
});

/** Makes the state of the store what it was before the calls. */
function restore(): void {
  const account = store.accounts[0] as (typeof store.accounts)[0];
  token = account.token;
  account.cart.splice(0, account.cart.length, { product_id: 1, id: 10, quantity: 2 }, { product_id: 2, id: null, quantity: 1 });
  for (const id of [1, 2]) account.wishes.add(id);
  account.address = { ...person, ...address };
  account.orders.splice(0, account.orders.length, ...[101, 100].map(toOrder));
}

beforeEach(() => {
  store.change = (_, reply) => reply;
  store.shapes = { keepsCart: true };
  restore();
});

function make(call: Call, sent: Sent) {
  restore();
  return request(connection, call, { ...(sent as object), token });
}

const entries = calls.filter(({ name }) => name in sentWith).map((call): [string, Call] => [call.name, call]);

test('the table has every call of the specification', () => {
  expect(entries.map(([name]) => name).sort()).toEqual(Object.keys(sentWith).sort());
  expect(calls.filter(({ beyondSpecification, name }) => !beyondSpecification && !(name in sentWith))).toEqual([]);
});

describe.for(entries)('%s', ([name, call]) => {
  const sent = sentWith[name] as Sent;

  test('is understood as the specification names its reply', async () => {
    const outcome = await make(call, sent);
    expect(outcome).toMatchObject({ success: true });
  });

  test.for(changes)('with a field that is $to, changes in the place of that field only', async ({ value }) => {
    const baseline = await make(call, sent);
    let original: unknown;
    store.change = (_, reply) => {
      original = reply;
      return reply;
    };
    await make(call, sent);
    const fields: FieldPath[] = listFields(original).filter((path) => path[0] !== 'success');
    for (const path of fields) {
      const field = path.join('.');
      store.change = (_, reply) => withField(reply, path, value);
      const outcome = await make(call, sent);
      if (outcome && isRefused(outcome)) {
        expect([field, needed.some((one) => one.test(`${name} ${field}`))]).toEqual([field, true]);
        if (path[0] !== 'message') expect((outcome as Refused).message).toBe(call.failure);
        continue;
      }
      const places = listDifferences(baseline, outcome).filter((place) => !isFollower(name, field, place));
      expect({ field, places }).toEqual({ field, places: [] });
    }
  });
});
