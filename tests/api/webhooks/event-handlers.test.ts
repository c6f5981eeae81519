import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventHandlers } from '#api/services/events/event-handlers.ts';
import { HANDLERS_URL, syncEventHandlers } from '#api/services/events/handler-target.ts';
import { checkWebhooks } from '#api/services/health/background-work.ts';
import { listDeliveries } from '#api/services/webhooks/deliveries.ts';
import { claimDeliveries } from '#api/services/webhooks/delivery-claims.ts';
import { addWebhook } from '#api/services/webhooks/webhooks.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { startWebhookSender } from '#api/workers/webhook-sender.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import exampleShop from '#tests/fixtures/extensions/event-handlers.ts';
import { readProjectFile } from '#tests/house/imports.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { openWebhookReceiver } from '#tests/support/providers/webhook-receiver.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let workers: BackgroundWorker[];
let lines: string;
const log = pino(
  { level: 'info' },
  new Writable({
    write: (chunk, _, done) => {
      lines += String(chunk);
      done();
    },
  }),
);

beforeEach(async () => {
  [lines, workers] = ['', []];
  shop = await openShop({ runsBackgroundWork: false });
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop()));
  await shop.close();
});

const use = (handlers: EventHandlers) => syncEventHandlers(shop.store.db, handlers, log);
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const deliveries = async () => (await listDeliveries(shop.store.db, { limit: 100 })).reverse();
const start = (eventHandlers?: EventHandlers) =>
  workers.push(startWebhookSender({ db: shop.store.db, log, allowsPrivate: true, delayMs: 20, eventHandlers }));

async function buy(mobile = '9876543210'): Promise<string> {
  const lamp = await shop.add({ name: `Lamp ${mobile}`, category: 'Home', price: 50_000, stock: 9 });
  const shopper = customerOf(shop, await signUp(shop, mobile));
  await shopper.put(lamp.id, 1);
  await shopper.buy('500.00');
  return (await shopper.orders())[0]?.order_number ?? '';
}

test('the example of the guide gets events, and again after a failure', async () => {
  expect(readProjectFile('docs/extend.md')).toContain(
    `\`\`\`ts\n${readProjectFile('tests/fixtures/extensions/event-handlers.ts')}\`\`\``,
  );
  const said: string[] = [];
  const answers = [500, 200];
  const { url, stop } = await listenOnLoopback(
    createServer(async (request, response) => {
      said.push(await text(request));
      response.writeHead(answers.shift() ?? 200).end();
    }),
  );
  vi.stubEnv('CHAT_URL', url);
  const { on = {} } = exampleShop;
  await use(on);
  const number = await buy();
  start(on);
  await expect.poll(async () => (await deliveries())[0]?.last_error).toBe('the chat answered 500');
  pass(MINUTE_MS);
  await expect.poll(async () => (await deliveries()).map(({ state }) => state)).toEqual(['delivered']);
  expect(said).toEqual(Array.from({ length: 2 }, () => JSON.stringify({ text: `Order ${number} for ₹500` })));
  vi.unstubAllEnvs();
  await stop();
});

test.each<[string, () => unknown, string]>([
  ['throws', () => fail(new Error('no chat')), 'no chat'],
  ['rejects with a text', () => Promise.reject('nonsense'), 'nonsense'],
  ['fails with a very long message', () => fail(new Error('x'.repeat(1e6))), 'xxx'],
])('a function that %s loses no order, and log, doctor and metrics name it', async (_, handler, reason) => {
  const handlers = { 'order.placed': handler as () => void };
  await use(handlers);
  const number = await buy();
  start(handlers);
  await expect.poll(async () => (await deliveries())[0]?.last_error).toContain(reason);
  expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  expect((await deliveries())[0]?.last_error?.length).toBeLessThan(1000);
  expect(number).toMatch(/^HT-/);
  await expect.poll(() => lines).toContain('"handler":"on order.placed of shop.config.ts"');
  const name = 'on order.placed of shop.config.ts';
  expect(await checkWebhooks(shop.store.db)).toMatchObject([
    { finding: `1 event could not be delivered to ${name} yet, and will be tried again` },
  ]);
  expect(await shop.store.metrics.read()).toContain(`shop_webhook_deliveries{webhook="${name}",state="waiting"} 1`);
  await shop.change((tx) => tx.updateTable('webhook_delivery').set({ state: 'failed' }).execute());
  expect(await checkWebhooks(shop.store.db)).toMatchObject([{ finding: `1 event could not be delivered to ${name}` }]);
});

function fail(error: Error): never {
  throw error;
}

test('a function that returns nonsense has taken the event', async () => {
  const handlers = { 'order.placed': (() => ({ status: 500, error: [null] })) as () => void };
  await use(handlers);
  await buy();
  start(handlers);
  await expect.poll(async () => (await deliveries()).map(({ state }) => state)).toEqual(['delivered']);
});

test('a function that hangs is given up after its time, and delays neither a webhook nor the end of the shop', async () => {
  const receiver = await openWebhookReceiver();
  await shop.change((tx) => addWebhook(tx, { url: receiver.url, events: ['order.placed'] }));
  let aborted = false;
  const handlers: EventHandlers = {
    'order.placed': (_, { signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    },
  };
  await use(handlers);
  await buy();
  start(handlers);
  await expect.poll(() => receiver.events.length).toBe(1);
  await buy('9876543211');
  await expect.poll(() => receiver.events.length).toBe(2);
  const ofHandler = async () => (await deliveries()).filter(({ webhook_id }) => webhook_id === 2);
  await expect.poll(async () => (await ofHandler())[0]?.last_error, { timeout: 15_000 }).toBe('took longer than 10 seconds');
  expect(aborted).toBe(true);
  await receiver.close();
}, 30_000);

test('a process that dies during a call has not taken the event', async () => {
  const seen: string[] = [];
  const handlers: EventHandlers = { 'order.placed': ({ id }, { attempt }) => void seen.push(`${id} ${attempt}`) };
  await use(handlers);
  await buy();
  const target = await shop.store.db.selectFrom('webhook').select('id').where('url', '=', HANDLERS_URL).executeTakeFirstOrThrow();
  const [claimed] = await claimDeliveries(shop.store.db, target.id, 8);
  start(handlers);
  pass(2 * MINUTE_MS);
  await expect.poll(() => seen).toEqual([`${claimed?.message_id} 2`]);
});

test('events wait for a process that has the functions', async () => {
  const seen: string[] = [];
  const handlers: EventHandlers = { 'order.placed': ({ data }) => void seen.push(data.order_number) };
  await use(handlers);
  const number = await buy();
  start();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await deliveries())[0]).toMatchObject({ attempts: 0 });
  start(handlers);
  await expect.poll(() => seen).toEqual([number]);
});

test('events of a function that is removed are discarded with a line in the log', async () => {
  const keep: EventHandlers = { 'order.placed': () => undefined };
  await use({ ...keep, 'customer.created': () => undefined });
  await buy();
  expect((await deliveries()).map(({ event }) => event)).toEqual(['customer.created', 'order.placed']);
  await use(keep);
  expect((await deliveries()).map(({ event }) => event)).toEqual(['order.placed']);
  expect(lines).toContain('"discarded":1');
  await use({});
  expect(await deliveries()).toEqual([]);
  await buy('9876543211');
  expect(await deliveries()).toEqual([]);
  await use(keep);
  await buy('9876543212');
  expect(await deliveries()).toHaveLength(1);
});

test('processes that start at once make one target', async () => {
  const handlers: EventHandlers = { 'order.placed': () => undefined };
  await Promise.all(Array.from({ length: 4 }, () => use(handlers)));
  await buy();
  expect(await deliveries()).toHaveLength(1);
});

test('a shop opened with functions delivers to them by itself', async () => {
  const told = Promise.withResolvers<string>();
  const running = await openShop({ eventHandlers: { 'customer.created': ({ type }) => told.resolve(type) } });
  await signUp(running, '9876543210');
  expect(await told.promise).toBe('customer.created');
  await running.close();
});
