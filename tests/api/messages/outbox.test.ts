import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ConnectedTransport, connectTransports } from '#api/services/messages/connect-transports.ts';
import { Undeliverable } from '#api/services/messages/message-transport.ts';
import { enqueueMail, enqueueSms, listOutbox, readOutboxDepth, retryFailed } from '#api/services/messages/outbox.ts';
import { CLAIM_MS } from '#api/services/messages/outbox-claims.ts';
import { purgeOutbox } from '#api/services/messages/purge-outbox.ts';
import { MAX_ATTEMPTS } from '#api/services/messages/retry-backoff.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { startOutboxSender } from '#api/workers/outbox-sender.ts';
import { otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { type MessageSettings, toTransports } from '#tests/support/providers/message-settings.ts';
import { openSmsProvider, type SmsProvider } from '#tests/support/providers/sms.ts';
import { type Mailbox, openMailbox } from '#tests/support/providers/smtp-server.ts';
import type { Sending } from '#tests/support/store/outbox-process.ts';
import { programPath } from '#tests/support/store/programs.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const from = 'Meena Stores <orders@meena.example>';
const log = pino({ level: 'silent' });
const HOUR_MS = 60 * 60_000;

let shop: TestShop;
let mailbox: Mailbox;
let provider: SmsProvider;
let workers: BackgroundWorker[];

beforeEach(async () => {
  [shop, mailbox, provider] = await Promise.all([openShop(), openMailbox(), openSmsProvider()]);
  workers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([shop.close(), mailbox.close(), provider.close()]);
});

/** Starts a sender that polls the outbox continuously. */
function startSender(...transports: ConnectedTransport[]): BackgroundWorker {
  const kind = transports[0]?.channel === 'mail' ? 'mail' : 'sms';
  return startOutboxSender({ db: shop.store.db, kind, transports, siteUrl: 'https://shop.example', log, delayMs: 20 });
}
async function start(settings: MessageSettings): Promise<BackgroundWorker> {
  const worker = startSender(...connectTransports(toTransports(settings), { allowsPrivate: true }));
  workers.push(worker);
  return worker;
}
const mailWith = (send: () => Promise<unknown>): ConnectedTransport => ({
  name: 'own',
  channel: 'mail',
  send,
  verify: async () => undefined,
});
const startMail = () => start({ mail: { smtpUrl: mailbox.smtpUrl, from } });
const startSms = () => start({ sms: provider.settings });

const write = (to: string, subject = 'Hello') => shop.change((tx) => enqueueMail(tx, { to, subject, text: 'Good morning' }));
const rows = () => listOutbox(shop.store.db, { limit: 1000 });
const row = async () => (await rows())[0];
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

describe('a mail', () => {
  test('is sent once after its transaction, and its text is then deleted', async () => {
    const text = 'Thank you.\n\nYour order: ₹1,499.00 — “Kurta”';
    await shop.change((tx) =>
      enqueueMail(tx, { to: 'asha@example.com', subject: 'Your order — नमस्ते', text, replyTo: 'help@meena.example' }),
    );
    await startMail();
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 1, body: '{}', last_error: null });
    const [mail] = mailbox.mails;
    expect(mail).toMatchObject({ to: ['asha@example.com'], text });
    expect(mail?.headers.get('subject')).toBe('Your order — नमस्ते');
    expect(mail?.headers.get('from')).toBe(from);
    expect(mail?.headers.get('reply-to')).toBe('help@meena.example');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('message-id')).toBe(`<${(await row())?.message_id}@meena.example>`);
  });

  test('of a failed transaction is never sent', async () => {
    const failing = shop.change(async (tx) => {
      await enqueueMail(tx, { to: 'asha@example.com', subject: 'No', text: 'No' });
      throw new Error('the order could not be placed');
    });
    await expect(failing).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  test('is safe from injected headers and recipients', async () => {
    await write('asha@example.com', 'Hi\r\nBcc: evil@example.com\r\n\r\nBuy this');
    await startMail();
    await expect.poll(() => mailbox.mails.length).toBe(1);
    expect(mailbox.mails[0]?.to).toEqual(['asha@example.com']);
    expect(mailbox.mails[0]?.headers.has('bcc')).toBe(false);
    expect(mailbox.mails[0]?.text).toBe('Good morning');
  });

  test('is retried with growing delays and the same message id', async () => {
    mailbox.refuseNext.push(451, 451);
    await write('asha@example.com');
    await startMail();
    await expect.poll(() => row()).toMatchObject({ state: 'waiting', attempts: 1, last_error: expect.stringContaining('451') });
    const firstPause = Date.parse((await row())?.next_try_at ?? '') - Date.now();
    pass(10_000);
    await expect.poll(async () => (await row())?.last_error && (await row())?.attempts).toBe(2);
    await expect.poll(async () => Date.parse((await row())?.next_try_at ?? '') - Date.now()).toBeLessThan(CLAIM_MS / 2);
    expect(Date.parse((await row())?.next_try_at ?? '') - Date.now()).toBeGreaterThan(firstPause);
    pass(60_000);
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 3 });
    expect(mailbox.mails).toHaveLength(1);
  });

  test('to an unknown mailbox fails at once and delays no other', async () => {
    mailbox.refuseNext.push(550);
    await write('nobody@example.com');
    await write('asha@example.com');
    await startMail();
    await expect.poll(() => readOutboxDepth(shop.store.db)).toEqual({ waiting: 0, sent: 1, dead: 1 });
    expect(mailbox.mails).toHaveLength(1);
  });

  test('fails after the maximum number of attempts, and can be retried by hand', async () => {
    const closed = await openMailbox();
    await closed.close();
    await write('asha@example.com');
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
      const worker = await start({ mail: { smtpUrl: closed.smtpUrl, from } });
      await expect.poll(async () => (await row())?.attempts).toBe(attempts);
      // The worker finishes the attempt, and schedules the retry, before it stops.
      await worker.stop();
      expect((await row())?.last_error).toBeTruthy();
      pass(9 * HOUR_MS);
    }
    expect(await row()).toMatchObject({ state: 'dead', attempts: MAX_ATTEMPTS });
    expect(await shop.change(retryFailed)).toBe(1);
    await startMail();
    await expect.poll(() => row()).toMatchObject({ state: 'sent' });
    expect(mailbox.mails[0]?.text).toBe('Good morning');
  });

  test('in flight when the store closes is finished', async () => {
    mailbox.delayMs = 300;
    await write('asha@example.com');
    const worker = await startMail();
    await expect.poll(() => mailbox.mails.length).toBe(1);
    expect(await row()).toMatchObject({ state: 'waiting' });
    await worker.stop();
    expect(await row()).toMatchObject({ state: 'sent' });
  });
});

test('eight senders send each of 200 messages once', async () => {
  await shop.change(async (tx) => {
    for (let i = 0; i < 200; i++) await enqueueMail(tx, { to: `a${i}@example.com`, subject: 'Hello', text: 'Hello' });
  });
  for (let i = 0; i < 8; i++) await startMail();
  await expect.poll(() => readOutboxDepth(shop.store.db), { timeout: 14_000 }).toEqual({ waiting: 0, sent: 200, dead: 0 });
  expect(mailbox.mails).toHaveLength(200);
  expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(200);
});

describe('an SMS', () => {
  test('goes to the provider with the template’s id and its values', async () => {
    await shop.change((tx) =>
      enqueueSms(tx, { phone: '9876543210', template: 'order_placed', values: { order: 'HT-1', amount: '499.00' } }),
    );
    await startSms();
    await expect.poll(() => row()).toMatchObject({ state: 'sent' });
    expect(provider.texts).toEqual([
      {
        authKey: 'sms-key',
        template: 'T2',
        recipient: { mobiles: '919876543210', order: 'HT-1', amount: '499.00', CRQID: (await row())?.message_id },
      },
    ]);
  });

  test.each([
    { status: 500, body: 'oops', state: 'waiting' },
    { status: 401, body: '{"type":"error","message":"no such key"}', state: 'waiting' },
    { status: 200, body: '{"type":"error","message":"low balance"}', state: 'waiting' },
    { status: 200, body: '<html>', state: 'waiting' },
    { status: 400, body: '{"type":"error","message":"bad number"}', state: 'dead' },
  ])('answered with $status $body is then $state', async ({ status, body, state }) => {
    provider.answerNext.push({ status, body });
    await shop.change((tx) => enqueueSms(tx, { phone: '9876543210', template: 'order_placed', values: {} }));
    await startSms();
    await expect.poll(() => row()).toMatchObject({ state, attempts: 1, last_error: `The SMS provider answered ${status}` });
  });

  test('whose template has no id at the provider waits, and is deleted in the end', async () => {
    await shop.change((tx) => enqueueSms(tx, { phone: '9876543210', template: 'order_cancelled', values: {} }));
    await start({ sms: { ...provider.settings, templates: { otp: 'T1' } } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await row()).toMatchObject({ state: 'waiting', attempts: 0 });
    pass(4 * 24 * HOUR_MS);
    await shop.change((tx) => purgeOutbox(tx, []));
    expect(await rows()).toEqual([]);
  });
});

describe('a one-time code', () => {
  let selling: TestShop;
  beforeEach(async () => {
    selling = await openShop({ demoMode: false, sms: provider.settings });
  });
  afterEach(() => selling.close());

  test('is sent by SMS, not echoed, and not in the database once it was sent', async () => {
    const { data } = await selling.succeed(otpSendCall, { body: { mobile: '9876543210' } });
    expect(data).toEqual({ otp_request: expect.any(String) });
    await expect.poll(() => readOutboxDepth(selling.store.db), { timeout: 5000 }).toMatchObject({ sent: 1 });
    const otp = provider.texts[0]?.recipient['otp'] ?? '';
    expect(otp).toMatch(/^\d{6}$/);
    expect(provider.texts[0]?.recipient['host']).toBe('localhost');
    expect(JSON.stringify(await listOutbox(selling.store.db, { limit: 10 }))).not.toContain(`"${otp}"`);
    await selling.succeed(otpVerifyCheckoutCall, { body: { mobile: '9876543210', otp } });
  });
});

test('a code that could not be sent before it expired is not sent, and is deleted', async () => {
  const expiresAt = new Date(Date.now() + 5 * 60_000).toISOString();
  await shop.change((tx) => enqueueSms(tx, { phone: '9876543210', template: 'otp', values: { otp: '482913' }, expiresAt }));
  pass(6 * 60_000);
  await startSms();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(provider.texts).toEqual([]);
  await shop.change((tx) => purgeOutbox(tx, [{ kind: 'sms' }]));
  expect(await row()).toMatchObject({ state: 'dead', body: '{}' });
  expect(await shop.change(retryFailed)).toBe(0);
});

describe('a claim', () => {
  test('of a sender that died expires, and the message is sent with the same id', async () => {
    await write('asha@example.com');
    const { message_id } = (await row()) ?? {};
    startSender(mailWith(() => new Promise(() => undefined)));
    await expect.poll(async () => (await row())?.attempts).toBe(1);
    await startMail();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(mailbox.mails).toEqual([]);
    pass(CLAIM_MS + 1000);
    await expect.poll(() => mailbox.mails.length).toBe(1);
    expect(mailbox.mails[0]?.headers.get('message-id')).toContain(message_id);
  });

  test('that expired and was taken over is not completed by its former owner', async () => {
    await write('asha@example.com');
    let fail: (error: Error) => void = () => undefined;
    workers.push(startSender(mailWith(() => new Promise((_, reject) => (fail = reject)))));
    await expect.poll(async () => (await row())?.attempts).toBe(1);
    pass(CLAIM_MS + 1000);
    await startMail();
    await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2 });
    fail(new Undeliverable('too late'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await row()).toMatchObject({ state: 'sent' });
  });
});

test('killed senders lose no message, and duplicates carry the same id', { timeout: 40_000 }, async () => {
  const count = 120;
  await shop.change(async (tx) => {
    for (let i = 0; i < count; i++) await enqueueMail(tx, { to: `a${i}@example.com`, subject: 'Hello', text: 'Hello' });
  });
  mailbox.delayMs = 40;
  const work: Sending = {
    dataDir: shop.dataDir,
    databaseUrl: shop.databaseUrl,
    env: { SMTP_URL: mailbox.smtpUrl, MAIL_FROM: from },
  };
  const file = join(shop.dataDir, 'sending.json');
  writeFileSync(file, JSON.stringify(work));
  const inFlight = 2 * 8;
  const program = await programPath('outbox');
  for (const stopAt of [count / 4, count / 2]) {
    const senders = [1, 2].map(() => spawn(process.execPath, [program, file], { stdio: 'inherit' }));
    await expect.poll(() => mailbox.mails.length, { timeout: 15_000, interval: 5 }).toBeGreaterThan(stopAt);
    for (const sender of senders) sender.kill('SIGKILL');
    await Promise.all(senders.map((sender) => once(sender, 'close')));
  }
  const sentBefore = new Set((await rows()).filter(({ state }) => state === 'sent').map(({ recipient }) => recipient));
  expect(sentBefore.size).toBeLessThan(count);

  pass(CLAIM_MS + 1000);
  await startMail();
  await expect.poll(() => readOutboxDepth(shop.store.db), { timeout: 15_000 }).toEqual({ waiting: 0, sent: count, dead: 0 });
  const arrivals = Map.groupBy(mailbox.mails, ({ to }) => to[0] ?? '');
  expect(arrivals.size).toBe(count);
  const twice = [...arrivals].filter(([, mails]) => mails.length > 1);
  expect(twice.length).toBeLessThanOrEqual(2 * inFlight);
  for (const [recipient, mails] of twice) {
    expect(sentBefore.has(recipient)).toBe(false);
    expect(new Set(mails.map(({ headers }) => headers.get('message-id'))).size).toBe(1);
  }
});
