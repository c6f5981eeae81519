import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTransports } from '#api/services/messages/connect-transports.ts';
import { type MessageTransport, type TextMessage, Undeliverable } from '#api/services/messages/message-transport.ts';
import { enqueueSms, listOutbox, readTransportFailures, retryFailed } from '#api/services/messages/outbox.ts';
import type { TextTransportModule } from '#api/services/messages/transport-module.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { startOutboxSender } from '#api/workers/outbox-sender.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { keepLog } from '#tests/support/providers/sender.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

type Send = (message: TextMessage, signal: AbortSignal) => unknown;

let shop: TestShop;
let workers: BackgroundWorker[];

beforeEach(async () => {
  shop = await openShop();
  workers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop()));
  await shop.close();
});

const never = new Promise<never>(() => undefined);
const rows = () => listOutbox(shop.store.db, { limit: 100 });
const row = async () => (await rows())[0];
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const enqueue = () =>
  shop.change((tx) =>
    enqueueSms(tx, { phone: '9876543210', template: 'order_placed', values: { order: 'HT-1', amount: '5.00' } }),
  );

const moduleWith = (connect: () => unknown): TextTransportModule => ({
  name: 'broken',
  channels: ['sms'],
  settings: [{ name: 'BROKEN_KEY' }],
  doctor: { check: 'broken', fix: 'Mend it' },
  connect: connect as TextTransportModule['connect'],
});
const sending = (send: Send) =>
  moduleWith(async () => ({ send: send as MessageTransport<TextMessage>['send'], verify: async () => undefined }));

/** Starts a sender whose attempts end after 200 ms. */
function start(module: TextTransportModule): ReturnType<typeof keepLog>['lines'] {
  const { log, lines } = keepLog();
  const transports = connectTransports([{ module, values: {} }], { allowsPrivate: true });
  const { db, metrics } = shop.store;
  const onAttempt = metrics.countMessageAttempt;
  workers.push(
    startOutboxSender({
      db,
      kind: 'sms',
      transports,
      siteUrl: 'https://shop.example',
      log,
      onAttempt,
      timeoutMs: 200,
      delayMs: 20,
    }),
  );
  return lines;
}

const failures: readonly (readonly [string, () => TextTransportModule, string])[] = [
  ['throws', () => sending(async () => Promise.reject(new Error('no route'))), 'no route'],
  [
    'throws before it returns a promise',
    () =>
      sending(() => {
        throw new Error('at once');
      }),
    'at once',
  ],
  ['throws what is no error', () => sending(() => Promise.reject(undefined)), 'undefined'],
  ['throws an object without a prototype', () => sending(() => Promise.reject(Object.create(null))), 'Object'],
  [
    'throws a long message with a zero byte',
    () => sending(async () => Promise.reject(new Error(`a\0b${'x'.repeat(9999)}`))),
    'a bxxx',
  ],
  ['throws half a surrogate pair', () => sending(async () => Promise.reject(new Error('\ud83d'))), '\ufffd'],
  ['hangs and ignores that it is stopped', () => sending(() => never), 'timeout'],
  ['cannot be connected', () => moduleWith(() => Promise.reject(new Error('no library'))), 'no library'],
  [
    'throws while it is connected',
    () =>
      moduleWith(() => {
        throw new Error('bad code');
      }),
    'bad code',
  ],
  ['hangs while it is connected', () => moduleWith(() => never), 'timeout'],
  ['connects to nonsense', () => moduleWith(async () => 'nonsense'), 'not a function'],
  ['connects to nothing', () => moduleWith(async () => undefined), 'undefined'],
];

test.each(failures)(
  'a transport that %s keeps the message, and its name is in log, metrics and doctor',
  async (_, broken, says) => {
    await enqueue();
    const lines = start(broken());
    await expect
      .poll(() => row())
      .toMatchObject({ state: 'waiting', attempts: 1, transport: 'broken', last_error: expect.stringContaining(says) });
    expect((await row())?.last_error?.length).toBeLessThanOrEqual(500);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 40, transport: 'broken', result: 'failed', msg: 'message not sent' }),
    );
    expect(await shop.store.metrics.read()).toContain('shop_message_attempts_total{transport="broken",result="failed"} 1');
    expect(await readTransportFailures(shop.store.db)).toEqual([
      { transport: 'broken', count: 1, lastError: expect.stringContaining(says) },
    ]);

    await workers.pop()?.stop();
    const texts: TextMessage[] = [];
    pass(10_000);
    start(sending(async (message) => texts.push(message)));
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
    expect(texts).toMatchObject([{ id: (await row())?.message_id, kind: 'order_placed', recipient: '9876543210' }]);
    expect(await readTransportFailures(shop.store.db)).toEqual([]);
  },
);

test('what a transport resolves with is ignored', async () => {
  await enqueue();
  start(sending(() => ({ ok: false })));
  await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'broken' });
});

test('a transport that refuses everything gives messages up at once, and the owner can send them again', async () => {
  await enqueue();
  const lines = start(sending(() => Promise.reject(new Undeliverable('no such number'))));
  await expect.poll(() => row()).toMatchObject({ state: 'dead', attempts: 1, last_error: 'no such number' });
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, transport: 'broken', state: 'dead' }));
  expect(await shop.change(retryFailed)).toBe(1);
  await expect.poll(() => row()).toMatchObject({ state: 'dead', attempts: 1 });
});

test('a connection that fails once is made again for the next message', async () => {
  let connections = 0;
  const module = moduleWith(async () => {
    connections++;
    if (connections === 1) throw new Error('not yet');
    return { send: async () => undefined, verify: async () => undefined };
  });
  await enqueue();
  start(module);
  await expect.poll(() => row()).toMatchObject({ attempts: 1, last_error: 'not yet' });
  pass(10_000);
  await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2 });
  await enqueue();
  await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 1 });
  expect(connections).toBe(2);
});

test('a transport that is connected after its attempt has ended does not send the message then', async () => {
  let texts = 0;
  const send = async () => texts++;
  const verify = async () => undefined;
  const module = moduleWith(() => new Promise((resolve) => setTimeout(resolve, 600, { send, verify })));
  await enqueue();
  start(module);
  await expect.poll(() => row()).toMatchObject({ state: 'waiting', attempts: 1 });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(texts).toBe(0);
  pass(10_000);
  await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2 });
  expect(texts).toBe(1);
});

test('a shop whose transport hangs still opens, sells and stops', async () => {
  const hanging = await openShop({ messages: [{ module: moduleWith(() => never), values: {} }] });
  const lamp = await hanging.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 5 });
  expect((await hanging.succeed(storeInfoCall)).storeinfo).toMatchObject({ order_messages: ['sms'] });
  const shopper = customerOf(hanging, await signUp(hanging, '9480000001'));
  await shopper.put(lamp.id, 1);
  await shopper.buy('500.00');
  const waiting = () => listOutbox(hanging.store.db, { limit: 10 });
  await expect
    .poll(waiting, { timeout: 5000 })
    .toContainEqual(expect.objectContaining({ kind: 'sms', subject: 'order_placed', attempts: 1 }));
  const { store } = hanging;
  const stopped = store.stopWorkers();
  await stopped;
  expect(await waiting()).toContainEqual(expect.objectContaining({ kind: 'sms', state: 'waiting', transport: 'broken' }));
  await hanging.close();
}, 20_000);
