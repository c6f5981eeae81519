import { createECDH } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { encryptPush } from '#api/services/push/encrypt.ts';
import { claimPushes } from '#api/services/push/push-messages.ts';
import type { BackgroundWorker } from '#api/workers/background-worker.ts';
import { startPushSender } from '#api/workers/push-sender.ts';
import {
  adminAddDeviceCall,
  adminAlertsCall,
  adminRemoveDeviceCall,
  adminSaveAlertsCall,
  adminTestDevicesCall,
} from '#lib/contract/admin/alerts.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import {
  createPushBrowser,
  openPushService,
  type PushBrowser,
  type PushService,
  readVapidHeader,
} from '#tests/support/providers/push-service.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let service: PushService;
let browser: PushBrowser;
let token: string;
let workers: BackgroundWorker[];

beforeEach(async () => {
  workers = [];
  [shop, service] = await Promise.all([
    openShop({ runsBackgroundWork: false, allowsPrivateWebhooks: true, siteUrl: 'https://shop.example' }),
    openPushService(),
  ]);
  browser = createPushBrowser(`${service.url}/device-1`);
  token = await staffToken(shop, 'owner');
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
  await Promise.all(workers.map((worker) => worker.stop()));
  await shop.close();
});

const add = (body = browser.keys) => shop.succeed(adminAddDeviceCall, { token, body });
const devices = async () => (await shop.succeed(adminAlertsCall, { token })).data.devices;
const waiting = () => shop.store.db.selectFrom('push_message').selectAll().orderBy('id').execute();
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

function start(allowsPrivate = true): void {
  const log = pino({ level: 'silent' });
  workers.push(startPushSender({ db: shop.store.db, log, siteUrl: 'https://shop.example', allowsPrivate, delayMs: 20 }));
}

/** Places an order on delivery; returns its number. */
async function buy(mobile = '9876543210'): Promise<string> {
  const lamp = await shop.add({ name: `Lamp ${mobile}`, category: 'Home', price: 50_000, stock: 9 });
  const shopper = customerOf(shop, await signUp(shop, mobile));
  await shopper.put(lamp.id, 1);
  await shopper.buy('500.00');
  return (await shopper.orders())[0]?.order_number ?? '';
}

test('a payload is encrypted as RFC 8291 has it', () => {
  const from = (text: string) => Buffer.from(text, 'base64url');
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const sealed = encryptPush('When I grow up, I want to be a watermelon', keys, {
    sender: createECDH('prime256v1'),
    privateKey: from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: from('DGv6ra1nlYgDCS1FRnbzlw'),
  });
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

describe('a new order', () => {
  test('is told once to each browser of an owner, encrypted, signed and without personal data', async () => {
    await add();
    const number = await buy();
    start();
    await expect.poll(() => service.received).toHaveLength(1);
    await expect.poll(waiting).toEqual([]);
    const [push] = service.received;
    expect(JSON.parse(browser.decrypt(push?.body ?? Buffer.alloc(0)))).toEqual({
      title: 'New order',
      body: `${number} · ₹500.00`,
      path: `/admin/orders/${number}`,
      tag: number,
    });
    expect(push?.path).toBe('/device-1');
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'high' });
    const { key, claims } = readVapidHeader(String(push?.headers.authorization));
    expect(key).toBe((await shop.succeed(adminAlertsCall, { token })).data.push_key);
    expect(claims).toMatchObject({ aud: service.url, sub: 'https://shop.example' });
    const lasts = claims.exp * 1000 - Date.now();
    expect(lasts).toBeGreaterThan(MINUTE_MS);
    expect(lasts).toBeLessThan(DAY_MS);
  });

  test('is told once by several processes', async () => {
    await add();
    await add(createPushBrowser(`${service.url}/device-2`).keys);
    for (let i = 0; i < 3; i++) await buy(`987654321${i}`);
    start();
    start();
    await expect.poll(waiting).toEqual([]);
    expect(service.received.map(({ path }) => path).sort()).toEqual([
      ...Array<string>(3).fill('/device-1'),
      ...Array<string>(3).fill('/device-2'),
    ]);
  });

  test('is told when the process that had claimed it has died, and not when its checkout was undone', async () => {
    await add();
    const undone = shop.change(async (tx) => {
      await tx
        .insertInto('push_message')
        .values({ subscription_id: 1, payload: '{}', next_try_at: '', expires_at: '' })
        .execute();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await buy();
    expect(await claimPushes(shop.store.db, 8)).toHaveLength(1);
    start();
    expect(await claimPushes(shop.store.db, 8)).toEqual([]);
    pass(MINUTE_MS + 1000);
    await expect.poll(waiting).toEqual([]);
    expect(service.received).toHaveLength(1);
  });

  test('waits as long as a busy service asks, and goes on after a failure', async () => {
    await add();
    service.answerNext.push(429, 500);
    await buy();
    start();
    await expect.poll(() => service.received).toHaveLength(1);
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1);
    await expect.poll(async () => Date.parse((await waiting())[0]?.next_try_at ?? '') - Date.now()).toBeGreaterThan(80_000);
    pass(91_000);
    await expect.poll(() => service.received).toHaveLength(2);
    await expect.poll(async () => Date.parse((await waiting())[0]?.next_try_at ?? '') - Date.now()).toBeLessThan(31_000);
    pass(31_000);
    await expect.poll(waiting).toEqual([]);
    expect(service.received).toHaveLength(3);
    expect(new Set(service.received.map(({ body }) => browser.decrypt(body))).size).toBe(1);
  });

  test.for([404, 410])('that a browser no longer takes (%i) removes the browser', async (status) => {
    await add();
    service.answerNext.push(status);
    await buy();
    start();
    await expect.poll(devices).toEqual([]);
    expect(await waiting()).toEqual([]);
    await buy('9876543219');
    expect(await waiting()).toEqual([]);
  });

  test('is given up when it is no news any more', async () => {
    await add();
    await buy();
    pass(13 * 60 * MINUTE_MS);
    start();
    await expect.poll(waiting).toEqual([]);
    expect(service.received).toEqual([]);
  });

  test('is not sent to an address of this machine or of a private network', async () => {
    await add();
    await add(createPushBrowser('https://10.0.0.1/device').keys);
    await buy();
    start(false);
    await expect.poll(async () => (await waiting()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(service.received).toEqual([]);
  });

  test('is mailed and texted to owners who chose it, and not to packers or owners who left', async () => {
    const packer = await staffToken(shop, 'packer');
    const gone = await staffToken(shop, 'owner');
    await shop.succeed(adminAddDeviceCall, { token: gone, body: createPushBrowser(`${service.url}/gone`).keys });
    for (const owner of [token, gone])
      await shop.succeed(adminSaveAlertsCall, { token: owner, body: { by_mail: true, phone_number: '9812345678' } });
    expect((await shop.fail(adminAlertsCall, { token: packer })).code).toBe('staff_role');
    const { email } = (await shop.succeed(adminAlertsCall, { token })).data;
    await shop.change((tx) =>
      tx
        .updateTable('staff')
        .set({ removed_at: new Date().toISOString() })
        .where('role', '=', 'owner')
        .where('email', '<>', email)
        .execute(),
    );
    const number = await buy();
    const told = (await listOutbox(shop.store.db, { limit: 20 })).filter(({ recipient }) =>
      [email, '9812345678'].includes(recipient),
    );
    expect(told.map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
      ['mail', `My Store: new order ${number}`],
      ['sms', 'owner_order'],
    ]);
    expect(await waiting()).toEqual([]);
    await shop.succeed(adminSaveAlertsCall, { token, body: { by_mail: false, phone_number: '' } });
    const other = await buy('9876543219');
    const later = (await listOutbox(shop.store.db, { limit: 20 })).filter(
      ({ recipient, body }) => recipient === email && body.includes(other),
    );
    expect(later).toEqual([]);
  });
});

describe('the browsers of an owner', () => {
  test('are added once, tried, removed by their owner, and ten at most', async () => {
    await add();
    await add();
    expect(await devices()).toHaveLength(1);
    await shop.succeed(adminTestDevicesCall, { token });
    start();
    await expect.poll(() => service.received.map(({ body }) => JSON.parse(browser.decrypt(body)).tag)).toEqual(['test']);
    const [device] = await devices();
    const other = await staffToken(shop, 'owner');
    await shop.succeed(adminRemoveDeviceCall, { token: other, body: { id: device?.id ?? 0 } });
    expect(await devices()).toHaveLength(1);
    await shop.succeed(adminRemoveDeviceCall, { token, body: { id: device?.id ?? 0 } });
    expect(await devices()).toEqual([]);
    expect((await shop.fail(adminTestDevicesCall, { token })).message).toBe('Turn notifications on in a browser first');
    for (let i = 0; i < 12; i++) await add(createPushBrowser(`${service.url}/device-${i}`).keys);
    expect(await devices()).toHaveLength(10);
  });

  test('need an https address and usable keys', async () => {
    await shop.close();
    shop = await openShop({ runsBackgroundWork: false });
    token = await staffToken(shop, 'owner');
    const good = { ...browser.keys, endpoint: 'https://push.example/1' };
    for (const wrong of [
      { endpoint: `${service.url}/1` },
      { endpoint: 'ftp://push.example/1' },
      { endpoint: 'https://user:word@push.example/1' },
      { endpoint: `https://push.example/${'x'.repeat(1000)}` },
      { p256dh: 'AAAA' },
      { auth: 'AAAA' },
    ])
      expect(await shop.call(adminAddDeviceCall, { token, body: { ...good, ...wrong } })).toMatchObject({ success: false });
    expect(await devices()).toEqual([]);
    await add(good);
    expect(await devices()).toHaveLength(1);
  });
});

test('the key of the shop is made once, also by calls at once', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => shop.succeed(adminAlertsCall, { token })));
  expect(new Set(keys.map(({ data }) => data.push_key)).size).toBe(1);
  expect(Buffer.from(keys[0]?.data.push_key ?? '', 'base64url')).toHaveLength(65);
});
