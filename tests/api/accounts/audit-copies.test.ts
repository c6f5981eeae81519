import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '#api/environment/configuration.ts';
import { createLog } from '#api/logging.ts';
import { recordAudit } from '#api/services/audit.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
const folder = mkdtempSync(join(tmpdir(), 'audit-'));

beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

const record = (where: TestShop, action: string) =>
  where.change((tx) => recordAudit(tx, { actor: 'system', action, detail: { city: 'Kochi' } }));

/** The stored event as its copy shows it. */
async function storedEvent(action: string) {
  const row = await shop.store.db.selectFrom('audit_event').selectAll().where('action', '=', action).executeTakeFirstOrThrow();
  const { id: _, detail, ...event } = row;
  return { ...event, detail: JSON.parse(detail) as unknown };
}

describe('copies of the audit log', () => {
  test('are lines of JSON in a file that only the shop’s user reads, from every process, without what was rolled back', async () => {
    const file = join(folder, 'audit.log');
    const [one, other] = [await openAgain(shop, { audit: { file } }), await openAgain(shop, { audit: { file } })];
    await one
      .change(async (tx) => {
        await recordAudit(tx, { actor: 'system', action: 'rolled back' });
        throw new Error('never mind');
      })
      .catch(() => undefined);
    await Promise.all(Array.from({ length: 10 }, (_, i) => [record(one, `one ${i}`), record(other, `other ${i}`)]).flat());
    await one.close();
    await other.close();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { action: string });
    expect(events).toHaveLength(20);
    expect(events.find(({ action }) => action === 'one 3')).toEqual(await storedEvent('one 3'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('are syslog messages by UDP', async () => {
    const server = createSocket('udp4');
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const where = await openAgain(shop, { audit: { syslog: `udp://127.0.0.1:${server.address().port}` } });
    const received = once(server, 'message');
    await record(where, 'by udp');
    const [message] = (await received) as [Buffer];
    const [, json = ''] = /^<110>1 \S+Z \S+ haat \d+ audit - (.+)$/.exec(message.toString()) ?? [];
    expect(JSON.parse(json)).toEqual(await storedEvent('by udp'));
    await where.close();
    server.close();
  });

  test('are syslog messages by TCP with counted octets, also after the server was away', async () => {
    const chunks: Buffer[] = [];
    const server = createServer((socket) => socket.on('data', (chunk: Buffer) => void chunks.push(chunk)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const where = await openAgain(shop, { audit: { syslog: `tcp://127.0.0.1:${port}` } });
    await record(where, 'while away');
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    await record(where, 'back again');
    await where.close();
    await expect.poll(() => Buffer.concat(chunks).toString()).toContain('back again');
    let text = Buffer.concat(chunks);
    const actions: string[] = [];
    while (text.length > 0) {
      const space = text.indexOf(' ');
      const length = Number(text.subarray(0, space));
      const message = text.subarray(space + 1, space + 1 + length).toString();
      actions.push((JSON.parse(message.slice(message.indexOf('{'))) as { action: string }).action);
      text = text.subarray(space + 1 + length);
    }
    expect(actions).toEqual(['while away', 'back again']);
    server.close();
  });

  test('that fail change nothing for the caller and are reported once a minute', async () => {
    const lines: string[] = [];
    const log = createLog({ production: true, level: 'error', destination: { write: (line) => void lines.push(line) } });
    const where = await openAgain(shop, { log, audit: { file: join(folder, 'missing', 'audit.log') } });
    for (let i = 0; i < 20; i++) {
      await record(where, `lost ${i}`);
      await new Promise(setImmediate);
    }
    await expect.poll(() => lines.length).toBe(1);
    await where.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('AUDIT_FILE');
    expect(await storedEvent('lost 19')).toMatchObject({ actor: 'system' });
  });
});

test.each([
  [{}, { file: undefined, syslog: undefined }, 0],
  [{ AUDIT_FILE: '/var/log/shop.log' }, { file: '/var/log/shop.log', syslog: undefined }, 0],
  [{ AUDIT_SYSLOG: 'udp://logs.example:514' }, { file: undefined, syslog: 'udp://logs.example:514' }, 0],
  [{ AUDIT_SYSLOG: 'tcp://[::1]:601' }, { file: undefined, syslog: 'tcp://[::1]:601' }, 0],
  [{ AUDIT_SYSLOG: 'logs.example:514' }, { file: undefined, syslog: undefined }, 1],
  [{ AUDIT_SYSLOG: 'udp://logs.example' }, { file: undefined, syslog: undefined }, 1],
  [{ AUDIT_SYSLOG: 'https://logs.example:514' }, { file: undefined, syslog: undefined }, 1],
])('the settings %j are read, or refused with a sentence', (env, settings, refused) => {
  const problems: string[] = [];
  expect(readAudit(env, problems)).toEqual(settings);
  expect(problems).toHaveLength(refused);
});
