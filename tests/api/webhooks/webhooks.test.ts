import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventTypes } from '#api/services/events/event-types.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { postSigned } from '#api/services/signed-post.ts';
import { listDeliveries, purgeDeliveries, resendDelivery } from '#api/services/webhooks/deliveries.ts';
import { MAX_DELIVERY_ATTEMPTS } from '#api/services/webhooks/delivery-claims.ts';
import { addWebhook } from '#api/services/webhooks/webhooks.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { startWebhookSender } from '#api/workers/webhook-sender.ts';
import { ORDER_DELIVERED, ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#tests/support/providers/webhook-receiver.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { programPath } from '#tests/support/store/programs.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';
import type { EventSending } from '#tests/support/store/webhook-process.ts';

const log = pino({ level: 'silent' });

let shop: TestShop;
let receiver: WebhookReceiver;
let workers: BackgroundWorker[];

beforeEach(async () => {
  [shop, receiver] = await Promise.all([openShop({ runsBackgroundWork: false }), openWebhookReceiver()]);
  workers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
  await Promise.all(workers.map((worker) => worker.stop()));
  await shop.close();
});

const orderEvents = eventTypes.filter((type) => type.startsWith('order.'));
const add = (url = receiver.url) => shop.change((tx) => addWebhook(tx, { url, events: orderEvents }));
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const deliveries = async () => (await listDeliveries(shop.store.db, { limit: 1000 })).reverse();
const states = async () => (await deliveries()).map(({ state }) => state);
const types = () => receiver.events.map(({ event }) => event.type);

function start(): BackgroundWorker {
  const worker = startWebhookSender({ db: shop.store.db, log, allowsPrivate: true, delayMs: 20 });
  workers.push(worker);
  return worker;
}

/** Places an order on delivery; returns its number. */
async function buy(mobile = '9876543210'): Promise<string> {
  const lamp = await shop.add({ name: `Lamp ${mobile}`, category: 'Home', price: 50_000, stock: 9 });
  const shopper = customerOf(shop, await signUp(shop, mobile));
  await shopper.put(lamp.id, 1);
  await shopper.buy('500.00');
  return (await shopper.orders())[0]?.order_number ?? '';
}

const deliver = async (number: string) => {
  await shop.change((tx) => setOrderStatus(tx, number, ORDER_DISPATCHED));
  await shop.change((tx) => setOrderStatus(tx, number, ORDER_DELIVERED));
};

test('a shop without webhooks records no events', async () => {
  await deliver(await buy());
  expect(await deliveries()).toEqual([]);
});

test('an order is told step by step, with a signature that standardwebhooks verifies', async () => {
  const { secret } = await add();
  const number = await buy();
  await deliver(number);
  start();
  await expect.poll(types).toEqual(['order.placed', 'order.dispatched', 'order.delivered', 'order.paid']);
  const [first] = receiver.events;
  expect(first?.event.data).toEqual({
    order_id: expect.any(Number),
    order_number: number,
    status: 'order has been placed',
    payment_method: 'cod',
    payment_status: 'pending',
    final_amount: 50_000,
  });
  for (const { headers, body, event } of receiver.events)
    expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toEqual(event);
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(4);
  await expect.poll(states).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
});

test('an event that is not wanted is not recorded', async () => {
  await shop.change((tx) => addWebhook(tx, { url: receiver.url, events: ['order.delivered'] }));
  await deliver(await buy());
  expect((await deliveries()).map(({ event }) => event)).toEqual(['order.delivered']);
});

test('the next event of an order waits for the one before; other orders do not', async () => {
  await add();
  receiver.answerNext.push(503);
  await deliver(await buy());
  start();
  await expect.poll(async () => (await deliveries())[0]).toMatchObject({ attempts: 1, last_error: 'answered 503' });
  await buy('9876543211');
  await expect.poll(types).toEqual(['order.placed', 'order.placed']);
  const [failed, other] = receiver.events;
  expect(other?.event.data['order_number']).not.toBe(failed?.event.data['order_number']);
  pass(MINUTE_MS);
  await expect
    .poll(types)
    .toEqual(['order.placed', 'order.placed', 'order.placed', 'order.dispatched', 'order.delivered', 'order.paid']);
  expect(receiver.events[2]?.id).toBe(failed?.id);
});

test('an event is given up after its last attempt, can be resent with the same id, and is deleted in the end', async () => {
  await add();
  await buy();
  for (let attempts = 1; attempts <= MAX_DELIVERY_ATTEMPTS; attempts++) receiver.answerNext.push(500);
  for (let attempts = 1; attempts <= MAX_DELIVERY_ATTEMPTS; attempts++) {
    const worker = start();
    await expect.poll(() => receiver.events.length).toBe(attempts);
    // The worker finishes the attempt, and schedules the retry, before it stops.
    await worker.stop();
    expect((await deliveries())[0]).toMatchObject({ attempts, last_error: 'answered 500' });
    pass(11 * 60 * MINUTE_MS);
  }
  expect(await states()).toEqual(['failed']);
  const [delivery] = await deliveries();
  await shop.change((tx) => resendDelivery(tx, delivery?.id ?? 0));
  start();
  await expect.poll(states).toEqual(['delivered']);
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
  pass(31 * DAY_MS);
  await shop.change(purgeDeliveries);
  expect(await deliveries()).toEqual([]);
});

test('a webhook that does not answer delays no other', async () => {
  const silent = await openWebhookReceiver();
  silent.answerNext.push(0, 0);
  await add(silent.url);
  await add();
  await buy();
  start();
  await expect.poll(types).toEqual(['order.placed']);
  await deliver(await buy('9876543211'));
  await expect.poll(() => types().length).toBe(5);
  expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  await silent.close();
});

const post = (url: string, allowsPrivate = true) =>
  postSigned({ url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==', messageId: 'msg_1', payload: '{}' }, { allowsPrivate });

test('a redirect is not followed', async () => {
  receiver.answerNext.push(302);
  await expect(post(receiver.url)).rejects.toThrow('answered 302');
  expect(receiver.events).toHaveLength(1);
});

test('an endless reply is not read', async () => {
  const { url, stop } = await listenOnLoopback(
    createServer((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    }),
  );
  await post(url);
  await stop();
});

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254'])(
  'an address of the own network is not called: %s',
  async (host) => {
    await expect(post(`http://${host}:${new URL(receiver.url).port}/`, false)).rejects.toThrow('is not on the public internet');
    expect(receiver.events).toEqual([]);
  },
);

test('killed senders lose no event, and duplicates carry the same id', { timeout: 60_000 }, async () => {
  const count = 60;
  await add();
  await buy();
  const [sample] = await deliveries();
  const { id: _, ...row } = sample ?? { id: 0 };
  const rows = Array.from({ length: count - 1 }, (_, i) => ({ ...row, message_id: `msg_${i}`, sequence_key: null }));
  await shop.change((tx) =>
    tx
      .insertInto('webhook_delivery')
      .values(rows as never)
      .execute(),
  );
  const file = join(shop.dataDir, 'sending.json');
  writeFileSync(file, JSON.stringify({ dataDir: shop.dataDir, databaseUrl: shop.databaseUrl } satisfies EventSending));
  const program = await programPath('webhook');
  const sender = spawn(process.execPath, [program, file], { stdio: 'inherit' });
  await expect.poll(() => receiver.events.length, { timeout: 15_000, interval: 1 }).toBeGreaterThan(10);
  sender.kill('SIGKILL');
  await once(sender, 'close');
  pass(2 * MINUTE_MS);
  start();
  await expect.poll(async () => (await states()).every((state) => state === 'delivered'), { timeout: 15_000 }).toBe(true);
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(count);
});
