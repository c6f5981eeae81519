import { expect, test } from 'vitest';
import { type Connection, request } from '#lib/client/request.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { isPageDataUnchanged, recordCalls, withRecording } from '#lib/page/store/recorded-calls.ts';
import { withReplyCache } from '#lib/page/store/store-info-and-sizes-cache.ts';

function connectedStore() {
  const state = { revision: 1, name: 'Meena Stores', success: true };
  const send = withReplyCache(
    async () => Response.json({ success: state.success, storeinfo: { store_name: state.name, cost_price: 40 } }),
    () => state.revision,
  );
  const connection: Connection = {
    base: 'http://store.test/api',
    applicationKey: 'key',
    send: withRecording(send),
    sendsJson: true,
  };
  const ask = () => request(connection, storeInfoCall);
  return { state, ask };
}

test('a reply that pages share is checked once, and read again after a change', async () => {
  const { state, ask } = connectedStore();
  await ask();
  const { data } = await recordCalls(async () => {
    const shared = await ask();
    expect(shared).toEqual({ success: true, storeinfo: { store_name: 'Meena Stores' } });
    expect(await ask()).toBe(shared);
    return new Response();
  });
  expect(await isPageDataUnchanged(data as string)).toBe(true);
  Object.assign(state, { revision: 2, name: 'Meena & Daughters' });
  expect(await ask()).toEqual({ success: true, storeinfo: { store_name: 'Meena & Daughters' } });
  expect(await isPageDataUnchanged(data as string)).toBe(false);
});

test('a page cannot change the reply of another', async () => {
  const { ask } = connectedStore();
  await ask();
  const shared = (await ask()) as { storeinfo: { store_name: string } };
  expect(() => {
    shared.storeinfo.store_name = 'Other';
  }).toThrow(TypeError);
});

test('a refusal is read each time, with the message of its call', async () => {
  const { state, ask } = connectedStore();
  state.success = false;
  const first = await ask();
  expect(first).toMatchObject({ success: false });
  expect(await ask()).not.toBe(first);
});
