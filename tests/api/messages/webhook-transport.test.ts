import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readMessages } from '#api/environment/modules.ts';
import { connectTransports } from '#api/services/messages/connect-transports.ts';
import { enqueueSms, listOutbox } from '#api/services/messages/outbox.ts';
import { webhook } from '#api/services/messages/transports/webhook-module.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { keepLog, startTexts } from '#tests/support/providers/sender.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#tests/support/providers/webhook-receiver.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

let shop: TestShop;
let receiver: WebhookReceiver;
let workers: BackgroundWorker[];

beforeEach(async () => {
  [shop, receiver] = await Promise.all([openShop(), openWebhookReceiver()]);
  workers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([shop.close(), receiver.close()]);
});

const row = async () => (await listOutbox(shop.store.db, { limit: 1 }))[0];
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const enqueue = () =>
  shop.change((tx) =>
    enqueueSms(tx, { phone: '9876543210', template: 'order_placed', values: { order: 'HT-1', amount: '499.00' } }),
  );

function start(more: Record<string, string> = {}): void {
  const values = { MESSAGE_WEBHOOK_URL: receiver.url, MESSAGE_WEBHOOK_SECRET: secret, ...more };
  workers.push(startTexts(shop, [{ module: webhook, values }], keepLog().log));
}

test('a text is posted with its variables, signed with its id', async () => {
  await enqueue();
  start();
  await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'webhook' });
  const [{ id, headers, body } = { id: '', headers: {}, body: '' }] = receiver.events;
  expect(id).toBe((await row())?.message_id);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    channel: 'sms',
    kind: 'order_placed',
    recipient: '+919876543210',
    variables: { order: 'HT-1', amount: '499.00' },
    text: 'Your order HT-1 of Rs 499.00 is placed. Thank you! - Haat',
  });
});

test('by both channels, what cannot go by WhatsApp is posted again as SMS', async () => {
  receiver.answerNext.push(422);
  await enqueue();
  start({ MESSAGE_WEBHOOK_CHANNELS: 'sms, whatsapp' });
  await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 1 });
  expect(receiver.events.map(({ body }) => JSON.parse(body).channel)).toEqual(['whatsapp', 'sms']);
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
});

test.each([
  { status: 400, state: 'dead' },
  { status: 422, state: 'dead' },
  { status: 302, state: 'waiting' },
  { status: 401, state: 'waiting' },
  { status: 404, state: 'waiting' },
  { status: 429, state: 'waiting' },
  { status: 500, state: 'waiting' },
])('a text answered with $status is then $state', async ({ status, state }) => {
  receiver.answerNext.push(status);
  await enqueue();
  start();
  await expect.poll(() => row()).toMatchObject({ state, attempts: 1, last_error: `The message webhook answered ${status}` });
  expect(receiver.events).toHaveLength(1);
});

test('a program that does not answer gets the text again with the same id', { timeout: 25_000 }, async () => {
  receiver.answerNext.push(0);
  await enqueue();
  start();
  await expect
    .poll(() => row(), { timeout: 15_000 })
    .toMatchObject({ state: 'waiting', attempts: 1, last_error: 'no answer within 10 seconds' });
  pass(10_000);
  await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2 });
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
});

test.each([
  ['http://example.com/texts', 'does not begin with https://'],
  ['https://127.0.0.1/texts', 'is not on the public internet'],
  ['https://[::1]/texts', 'is not on the public internet'],
  ['https://localhost/texts', 'is not on the public internet'],
])('%s is called only where the owner allows it', async (url, says) => {
  const values = { MESSAGE_WEBHOOK_URL: url, MESSAGE_WEBHOOK_SECRET: secret };
  const [transport] = connectTransports([{ module: webhook, values }], { allowsPrivate: false });
  const message = { id: 'm', kind: 'otp', recipient: '9876543210', variables: {}, text: '' };
  if (transport?.channel !== 'sms') throw new Error('it sends by SMS');
  await expect(transport.send(message, new AbortController().signal)).rejects.toThrow(says);
  await expect(transport.verify()).rejects.toThrow(says);
});

test('its settings are checked', () => {
  const read = (env: NodeJS.ProcessEnv) => {
    const problems: string[] = [];
    readMessages(env, problems);
    return problems;
  };
  const whole = { MESSAGE_WEBHOOK_URL: 'https://texts.example', MESSAGE_WEBHOOK_SECRET: secret };
  expect(read(whole)).toEqual([]);
  expect(read({ ...whole, MESSAGE_WEBHOOK_URL: 'texts' })).toEqual([expect.stringMatching(/^MESSAGE_WEBHOOK_URL must/)]);
  for (const wrong of ['', 'secret', 'whsec_', 'whsec_dG9vIHNob3J0'])
    expect(read({ ...whole, MESSAGE_WEBHOOK_SECRET: wrong })).toEqual([expect.stringMatching(/^MESSAGE_WEBHOOK_SECRET must/)]);
  for (const wrong of ['mail', 'sms;whatsapp', ','])
    expect(read({ ...whole, MESSAGE_WEBHOOK_CHANNELS: wrong })).toEqual([
      expect.stringMatching(/^MESSAGE_WEBHOOK_CHANNELS must/),
    ]);
  expect(read({ ...whole, MESSAGE_WEBHOOK_CHANNELS: 'whatsapp', SMS_AUTH_KEY: 'k', SMS_TEMPLATE_OTP: 'T1' })).toEqual([]);
  expect(read({ ...whole, SMS_AUTH_KEY: 'k', SMS_TEMPLATE_OTP: 'T1' })).toEqual([
    'SMS_AUTH_KEY and MESSAGE_WEBHOOK_URL cannot be set together: a shop has one provider for text messages',
  ]);
  const whatsapp = { WHATSAPP_ACCESS_TOKEN: 't', WHATSAPP_PHONE_NUMBER_ID: '1', WHATSAPP_TEMPLATE_OTP: 'code' };
  expect(read({ ...whole, MESSAGE_WEBHOOK_CHANNELS: 'sms,whatsapp', ...whatsapp })).toEqual([
    'WHATSAPP_ACCESS_TOKEN and MESSAGE_WEBHOOK_URL cannot be set together: a shop has one provider for WhatsApp',
  ]);
  const wrong = {
    WHATSAPP_ACCESS_TOKEN: 'a b',
    WHATSAPP_PHONE_NUMBER_ID: '+91',
    WHATSAPP_TEMPLATE_OTP: 'My code',
    WHATSAPP_LANGUAGE: 'English',
  };
  expect(read(wrong).map((problem) => problem.split(' ')[0])).toEqual(Object.keys(wrong));
});
