import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readMessages } from '#api/environment/modules.ts';
import { connectTransports } from '#api/services/messages/connect-transports.ts';
import { enqueueSms, listOutbox } from '#api/services/messages/outbox.ts';
import { smsTemplates } from '#api/services/messages/text-kinds.ts';
import { listVariables } from '#api/services/messages/text-of-kind.ts';
import { messageTransports } from '#api/services/messages/transports.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { exampleText } from '#tests/fixtures/extensions/message-transport.ts';
import { readProjectFile } from '#tests/house/imports.ts';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { startTexts } from '#tests/support/providers/sender.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const key = 'live_key';
const texts = new Map<string, { from: string; to: string; text: string }>();
let status = 200;

/** The service of the example: one text for each id. */
const server = createServer(async (request, response) => {
  if (request.headers.authorization !== `Bearer ${key}`) return void response.writeHead(401).end();
  if (request.method === 'GET' && request.url === '/account') return void response.writeHead(200).end('{}');
  if (request.method !== 'POST' || request.url !== '/texts') return void response.writeHead(404).end();
  const { id, ...message } = JSON.parse(await text(request));
  if (status === 200) texts.set(id, message);
  response.writeHead(status).end(JSON.stringify({ accepted: status === 200 }));
});

let shop: TestShop;
let service: LoopbackServer;
let workers: BackgroundWorker[];

beforeEach(async () => {
  [shop, service] = await Promise.all([openShop(), listenOnLoopback(server)]);
  workers = [];
  status = 200;
  texts.clear();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([shop.close(), service.stop()]);
});

const settings = () => ({ EXAMPLETEXT_KEY: key, EXAMPLETEXT_URL: service.url, EXAMPLETEXT_SENDER: 'MEENAS' });
const row = async () => (await listOutbox(shop.store.db, { limit: 1 }))[0];
const read = (env: NodeJS.ProcessEnv) => {
  const problems: string[] = [];
  const names = readMessages(env, problems, [...messageTransports, exampleText]).map(({ module }) => module.name);
  return { names, problems };
};

test('docs/extend.md shows the transport that these tests run', () => {
  expect(readProjectFile('docs/extend.md')).toContain(
    `\`\`\`ts\n${readProjectFile('tests/fixtures/extensions/message-transport.ts')}\`\`\``,
  );
});

test('its settings are checked, and a shop has one provider for each channel', () => {
  expect(read({})).toEqual({ names: [], problems: [] });
  expect(read(settings())).toEqual({ names: ['exampletext'], problems: [] });
  expect(read({ EXAMPLETEXT_KEY: key }).problems).toEqual([
    'EXAMPLETEXT_URL must be set when EXAMPLETEXT_KEY is',
    'EXAMPLETEXT_SENDER must be the six letters of the sender, such as MEENAS',
  ]);
  expect(read({ ...settings(), EXAMPLETEXT_URL: 'text' }).problems).toEqual([
    'EXAMPLETEXT_URL must be a URL that begins with http:// or https://',
  ]);
  expect(read({ ...settings(), SMS_AUTH_KEY: 'k', SMS_TEMPLATE_OTP: 'T1' }).problems).toEqual([
    'SMS_AUTH_KEY and EXAMPLETEXT_KEY cannot be set together: a shop has one provider for text messages',
  ]);
  const problems: string[] = [];
  readMessages({}, problems, [...messageTransports, exampleText, exampleText]);
  expect(problems).toEqual(['Two message transports are named exampletext: give one another name']);
  const whatsapp = { WHATSAPP_ACCESS_TOKEN: 't', WHATSAPP_PHONE_NUMBER_ID: '1' };
  expect(read({ ...settings(), ...whatsapp })).toEqual({ names: ['whatsapp', 'exampletext'], problems: [] });
});

test('it sends each kind of text in the outbox, with the shop’s name and every variable filled in', async () => {
  const values = Object.fromEntries(smsTemplates.flatMap(listVariables).map((name) => [name, `<${name}>`]));
  await shop.change(async (tx) => {
    for (const template of smsTemplates) await enqueueSms(tx, { phone: '9876543210', template, values });
  });
  workers.push(startTexts(shop, [{ module: exampleText, values: settings() }]));
  await expect.poll(() => texts.size).toBe(smsTemplates.length);
  const sent = [...texts.values()];
  expect(sent).toContainEqual({
    from: 'MEENAS',
    to: '+919876543210',
    text: 'Your order <order> of Rs <amount> is placed. Thank you! - Haat',
  });
  expect(sent.find(({ text: said }) => said.includes('code'))?.text).toMatch(/\n@<host> #<otp>$/);
  for (const { text: said } of sent) expect(said).not.toMatch(/#[#\w]|SHOP|undefined/);
});

test('what it refuses is given up, what fails is sent later, and once', async () => {
  status = 422;
  await shop.change((tx) => enqueueSms(tx, { phone: '9876543210', template: 'order_placed', values: {} }));
  workers.push(startTexts(shop, [{ module: exampleText, values: settings() }]));
  await expect.poll(() => row()).toMatchObject({ state: 'dead', last_error: 'Example Text does not know the number' });
  status = 503;
  await shop.change((tx) => enqueueSms(tx, { phone: '9876543211', template: 'order_placed', values: {} }));
  await expect.poll(() => row()).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'Example Text answered 503' });
  status = 200;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  await expect.poll(() => row()).toMatchObject({ state: 'sent', attempts: 2, transport: 'exampletext' });
  expect(texts.size).toBe(1);
});

test('its check asks for the account', async () => {
  const check = (values: Record<string, string>) =>
    connectTransports([{ module: exampleText, values }], { allowsPrivate: false })[0]?.verify();
  await expect(check(settings())).resolves.toBeUndefined();
  await expect(check({ ...settings(), EXAMPLETEXT_KEY: 'other' })).rejects.toThrow('Example Text answered 401');
});
