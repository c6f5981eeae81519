import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventTypes } from '#api/services/events/event-types.ts';
import { runChecks } from '#cli/actions/doctor.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { emptyShop, store, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { openWebhookReceiver } from '#tests/support/providers/webhook-receiver.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');

test('a webhook is added with a secret that is shown once, listed and removed', async () => {
  const { dataDir } = await emptyShop();
  const added = await store(dataDir, 'webhooks', 'add', 'https://erp.example/haat', '--events', 'order.placed,order.paid');
  expect(added.out).toMatch(/Webhook 1 gets events.*whsec_[\w+/]{43}=/s);
  const listed = await store(dataDir, 'webhooks', 'list');
  expect(listed.out).toMatch(/1 +https:\/\/erp\.example\/haat +order\.placed, order\.paid/);
  expect((await store(dataDir, 'webhooks', 'list', '--json')).out).not.toContain('whsec_');
  expect(await store(dataDir, 'webhooks', 'remove', '1')).toMatchObject({ code: 0, out: 'Webhook 1 gets no more events.\n' });
  expect(await store(dataDir, 'webhooks', 'remove', '1')).toMatchObject({ code: 1, err: 'Error: There is no webhook 1\n' });
});

test('a wrong address or event is refused', async () => {
  const { dataDir } = await emptyShop();
  for (const url of ['http://erp.example/', 'erp.example', 'https://me:secret@erp.example/'])
    expect((await store(dataDir, 'webhooks', 'add', url)).code).toBe(2);
  const unknown = await store(dataDir, 'webhooks', 'add', 'https://erp.example/', '--events', 'order.lost');
  expect(unknown.err).toContain('There is no event "order.lost". Events are: order.placed');
});

test('a test event is posted at once, and private addresses need a setting', async () => {
  const { dataDir } = await emptyShop();
  const receiver = await openWebhookReceiver();
  onTestFinished(receiver.close);
  const settings = { DATA_DIR: dataDir, WEBHOOKS_PRIVATE: '1' };
  await storeIn(settings, 'webhooks', 'add', receiver.url);
  expect(await storeIn(settings, 'webhooks', 'test', '1')).toMatchObject({ code: 0 });
  expect(receiver.events[0]?.event).toMatchObject({ type: 'test' });
  expect((await store(dataDir, 'webhooks', 'test', '1')).err).toContain('127.0.0.1 is not on the public internet');
  receiver.answerNext.push(500);
  expect((await storeIn(settings, 'webhooks', 'test', '1')).err).toContain('did not take the event: answered 500');
});

test('failed deliveries are named by doctor, listed and resent', async () => {
  const { db, dataDir } = await emptyShop();
  await store(dataDir, 'webhooks', 'add', 'https://erp.example/haat');
  const row = { webhook_id: 1, message_id: 'msg_1', event: 'order.placed', payload: '{}', state: 'failed' } as const;
  await db
    .insertInto('webhook_delivery')
    .values({ ...row, attempts: 9, last_error: 'answered 500', next_try_at: isoNow(), created_at: isoNow() })
    .execute();
  const findings = await runChecks({ DATA_DIR: dataDir });
  expect(findings.find(({ check }) => check === 'webhooks')?.finding).toBe(
    '1 event could not be delivered to erp.example (webhook 1)',
  );
  expect((await store(dataDir, 'webhooks', 'deliveries', '--state', 'failed')).out).toContain('answered 500');
  expect(JSON.parse((await store(dataDir, 'webhooks', 'deliveries', '--json')).out)).toMatchObject([{ payload: {} }]);
  expect(await store(dataDir, 'webhooks', 'resend', '1')).toMatchObject({ code: 0 });
  expect(await db.selectFrom('webhook_delivery').select(['state', 'attempts']).execute()).toEqual([
    { state: 'waiting', attempts: 0 },
  ]);
});

test('the guide names every event', () => {
  const documented = [...guide.matchAll(/^\| `([a-z]+\.[a-z]+)` +\|/gm)].map(([, type]) => type);
  expect(documented).toEqual(eventTypes);
});

test('the receiver of the guide takes a genuine event and refuses another', async () => {
  const file = join(temporaryFolder(), 'receiver.mjs');
  writeFileSync(file, /```js\n(.*?)```/s.exec(guide)?.[1] ?? '');
  const free = await listenOnLoopback(createServer());
  await free.stop();
  const key = Buffer.alloc(32, 7);
  const env = { ...process.env, WEBHOOK_SECRET: `whsec_${key.toString('base64')}`, PORT: new URL(free.url).port };
  const program = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill());
  let printed = '';
  program.stdout.on('data', (text) => (printed += text));
  const body = JSON.stringify({ type: 'order.placed', timestamp: isoNow(), data: { order_number: 'HT-1' } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')}`;
  const post = async (signed: string): Promise<number> => {
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signed };
    return (await fetch(free.url, { method: 'POST', headers, body })).status;
  };
  await expect.poll(() => post(signature).catch(() => 0), { timeout: 10_000 }).toBe(204);
  expect(await post('v1,AAAA')).toBe(401);
  expect(await post(signature)).toBe(204);
  await expect.poll(() => printed).toBe('order.placed HT-1\n');
});
