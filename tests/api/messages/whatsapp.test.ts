import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTransports } from '#api/services/messages/connect-transports.ts';
import { enqueueSms, listOutbox, type Sms } from '#api/services/messages/outbox.ts';
import { CLAIM_MS } from '#api/services/messages/outbox-claims.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { toTransports } from '#tests/support/providers/message-settings.ts';
import { keepLog, startTexts } from '#tests/support/providers/sender.ts';
import { openSmsProvider, type SmsProvider } from '#tests/support/providers/sms.ts';
import { graphError, openWhatsApp, type WhatsAppServer } from '#tests/support/providers/whatsapp.ts';
import type { Sending } from '#tests/support/store/outbox-process.ts';
import { programPath } from '#tests/support/store/programs.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const phone = '9876543210';
const placed: Sms = { phone, template: 'order_placed', values: { order: 'HT-1', amount: '499.00' } };
const code = (otp = '482913'): Sms => ({ phone, template: 'otp', values: { otp, host: 'shop.example' } });

let shop: TestShop;
let server: WhatsAppServer;
let sms: SmsProvider;
let workers: BackgroundWorker[];

beforeEach(async () => {
  [shop, server, sms] = await Promise.all([openShop(), openWhatsApp(), openSmsProvider()]);
  workers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([shop.close(), server.close(), sms.close()]);
});

const enqueue = (message: Sms) => shop.change((tx) => enqueueSms(tx, message));
const rows = () => listOutbox(shop.store.db, { limit: 100 });
const row = async () => (await rows())[0];
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

/** Starts a sender by WhatsApp alone, or also by SMS. */
async function start({ withSms = false, log = keepLog().log } = {}): Promise<void> {
  const chosen = [...toTransports(withSms ? { sms: sms.settings } : {}), server.transport];
  workers.push(startTexts(shop, chosen, log));
}

describe('a message', () => {
  test('of an order goes as a template with named variables', async () => {
    await enqueue(placed);
    await start();
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 1, transport: 'whatsapp', body: '{}' });
    const parameters = [
      { type: 'text', parameter_name: 'order', text: 'HT-1' },
      { type: 'text', parameter_name: 'amount', text: '499.00' },
    ];
    expect(server.messages).toEqual([
      {
        to: '919876543210',
        name: 'order_placed',
        language: 'en',
        components: [{ type: 'body', parameters }],
        id: (await row())?.message_id,
      },
    ]);
  });

  test('with a code fills text and button of an authentication template', async () => {
    server.transport.values = { ...server.transport.values, WHATSAPP_LANGUAGE: 'en_US' };
    await enqueue(code());
    await start();
    await expect.poll(() => row()).toMatchObject({ state: 'sent' });
    const parameters = [{ type: 'text', text: '482913' }];
    expect(server.messages).toMatchObject([
      {
        name: 'verification_code',
        language: 'en_US',
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    ]);
  });

  test('without a template goes by SMS, or waits without one', async () => {
    await enqueue({ ...placed, template: 'order_cancelled' });
    await start();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 0, transport: null });
    await start({ withSms: true });
    await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'msg91' });
    expect(sms.texts).toHaveLength(1);
    expect(server.messages).toEqual([]);
  });
});

describe('a reply', () => {
  test.each([
    { answer: { status: 400, body: graphError(131_026) }, state: 'dead', says: 'is not on WhatsApp' },
    { answer: { status: 400, body: graphError(131_030) }, state: 'dead', says: '131030' },
    { answer: { status: 404, body: graphError(132_001) }, state: 'dead', says: 'no such template' },
    { answer: { status: 400, body: graphError(132_000) }, state: 'dead', says: 'other variables' },
    { answer: { status: 429, body: graphError(130_429) }, state: 'waiting', says: 'too many messages' },
    { answer: { status: 400, body: graphError(131_056) }, state: 'waiting', says: 'too many messages' },
    { answer: { status: 400, body: graphError(80_007) }, state: 'waiting', says: 'too many requests' },
    { answer: { status: 401, body: graphError(190) }, state: 'waiting', says: 'token has expired' },
    { answer: { status: 500, body: graphError(131_000) }, state: 'waiting', says: '500 with error 131000' },
    { answer: { status: 400, body: graphError(999_999) }, state: 'waiting', says: '400 with error 999999' },
    { answer: { status: 502, body: '<html>Bad gateway' }, state: 'waiting', says: 'answered 502' },
    { answer: { status: 200, body: '<html>' }, state: 'waiting', says: 'answered 200' },
    { answer: { status: 200, body: '{"messages":[]}' }, state: 'waiting', says: 'answered 200' },
    { answer: { status: 200, body: '{"messages":[{"id":""}]}' }, state: 'waiting', says: 'answered 200' },
    { answer: { status: 200, body: 'null' }, state: 'waiting', says: 'answered 200' },
    { answer: { status: 200, body: ' '.repeat(2 ** 21) }, state: 'waiting', says: 'larger than' },
  ])('$answer.status that says "$says" leaves the message $state', async ({ answer, state, says }) => {
    server.answerNext.push(answer);
    await enqueue(placed);
    await start();
    await expect
      .poll(() => row())
      .toMatchObject({ state, attempts: 1, transport: 'whatsapp', last_error: expect.stringContaining(says) });
    expect((await row())?.last_error).not.toContain('9876543210');
    expect(server.messages).toEqual([]);
  });

  test('that is a redirect is not followed, so that the token goes nowhere else', async () => {
    const location = server.transport.values['WHATSAPP_URL']?.replace('v25.0', 'elsewhere') ?? '';
    server.answerNext.push({ status: 307, headers: { location } });
    await enqueue(placed);
    await start();
    await expect.poll(() => row()).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('redirect (307)') });
    expect(server.strayRequests).toEqual([]);
  });

  test('that never comes ends the attempt, and the message is sent by the next', { timeout: 20_000 }, async () => {
    server.answerNext.push({ status: 0 });
    await enqueue(code());
    await start();
    await expect
      .poll(() => row(), { timeout: 12_000 })
      .toMatchObject({ attempts: 1, last_error: expect.stringContaining('timeout') });
    pass(10_000);
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2 });
    expect(server.messages).toHaveLength(1);
  });
});

describe('beside SMS', () => {
  test('a message goes by WhatsApp alone', async () => {
    await enqueue(placed);
    await start({ withSms: true });
    await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'whatsapp' });
    expect(sms.texts).toEqual([]);
  });

  test('a number that is not on WhatsApp gets an SMS at once', async () => {
    server.answerNext.push({ status: 400, body: graphError(131_026) });
    const { log, lines } = keepLog();
    await enqueue(code());
    await start({ withSms: true, log });
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 1, transport: 'msg91', last_error: null });
    expect(sms.texts).toMatchObject([{ recipient: { mobiles: '919876543210', otp: '482913' } }]);
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, transport: 'whatsapp', result: 'refused', kind: 'sms' }));
  });

  test('a rate limit is tried once more by WhatsApp, then by SMS', async () => {
    server.answerNext.push({ status: 429, body: graphError(130_429) }, { status: 429, body: graphError(130_429) });
    await enqueue(placed);
    await start({ withSms: true });
    await expect.poll(() => row()).toMatchObject({ state: 'waiting', attempts: 1, transport: 'whatsapp' });
    expect(sms.texts).toEqual([]);
    pass(10_000);
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2, transport: 'msg91' });
  });

  test('a message is given up only when both refuse it', async () => {
    server.answerNext.push({ status: 400, body: graphError(131_026) });
    sms.answerNext.push({ status: 500, body: 'oops' }, { status: 400, body: '{"type":"error"}' });
    await enqueue(placed);
    await start({ withSms: true });
    await expect.poll(() => row()).toMatchObject({ state: 'waiting', attempts: 1, transport: 'msg91' });
    server.answerNext.push({ status: 400, body: graphError(131_026) });
    pass(10_000);
    await expect.poll(() => row()).toMatchObject({ state: 'dead', attempts: 2, last_error: 'The SMS provider answered 400' });
  });

  test('a second code within the life of the first goes the other way', async () => {
    await enqueue(code('111111'));
    await start({ withSms: true });
    await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'whatsapp' });
    await enqueue(code('222222'));
    await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'msg91' });
    await enqueue({ ...code('333333'), phone: '9876500000' });
    await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'whatsapp' });
    pass(60 * 60_000);
    await enqueue(code('444444'));
    await expect.poll(() => row()).toMatchObject({ state: 'sent', transport: 'whatsapp' });
    expect(sms.texts).toMatchObject([{ recipient: { otp: '222222' } }]);
  });
});

describe('a shop with WhatsApp alone', () => {
  let selling: TestShop;
  beforeEach(async () => {
    selling = await openShop({ demoMode: false, messages: [server.transport], allowsPrivateWebhooks: true });
  });
  afterEach(() => selling.close());

  test('sends its codes so and proves the number by them', async () => {
    const { storeinfo } = await selling.succeed(storeInfoCall);
    expect(storeinfo).toMatchObject({ order_messages: ['sms'] });
    expect(storeinfo).not.toHaveProperty('codes_by_mail');
    await selling.succeed(otpSendCall, { body: { mobile: phone } });
    await expect.poll(() => server.messages.length, { timeout: 5000 }).toBe(1);
    const otp = /"text":"(\d{6})"/.exec(JSON.stringify(server.messages))?.[1] ?? '';
    await selling.succeed(otpVerifyCheckoutCall, { body: { mobile: phone, otp } });
    expect(JSON.stringify(await listOutbox(selling.store.db, { limit: 10 }))).not.toContain(otp);
  });
});

test('a sender that is killed while WhatsApp answers sends the message again with the same id', { timeout: 40_000 }, async () => {
  server.answerNext.push({ status: 0 });
  await enqueue(placed);
  const work: Sending = { dataDir: shop.dataDir, databaseUrl: shop.databaseUrl, env: { ...server.transport.values } };
  const file = join(shop.dataDir, 'sending.json');
  writeFileSync(file, JSON.stringify(work));
  const sender = spawn(process.execPath, [await programPath('outbox'), file], { stdio: 'inherit' });
  await expect.poll(() => server.answerNext.length, { timeout: 20_000, interval: 5 }).toBe(0);
  sender.kill('SIGKILL');
  await once(sender, 'close');
  expect(await row()).toMatchObject({ state: 'waiting', attempts: 1 });
  pass(CLAIM_MS + 1000);
  await start();
  await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2 });
  const id = (await row())?.message_id;
  expect(server.attempted).toEqual([id, id]);
});

test('its check asks for the sending number and sends nothing', async () => {
  const check = async () => {
    const [transport] = connectTransports([server.transport], { allowsPrivate: false });
    await transport?.verify();
  };
  await expect(check()).resolves.toBeUndefined();
  server.transport.values = { ...server.transport.values, WHATSAPP_ACCESS_TOKEN: 'expired' };
  await expect(check()).rejects.toThrow('WhatsApp answered 401 with error 190: the access token has expired');
  expect(server.messages).toEqual([]);
});
