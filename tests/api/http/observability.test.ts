import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#api/logging.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { storeInfoCall } from '#lib/contract/store.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lines: string[];
const logTo = (production: boolean) =>
  createLog({ production, level: 'debug', destination: { write: (line) => void lines.push(line) } });

beforeEach(async () => {
  lines = [];
  shop = await openShop({ log: logTo(true) });
});
afterEach(() => shop.close());

const logged = () => lines.map((line) => JSON.parse(line));

describe('the log in production', () => {
  test('has one JSON line per request, with the id that the response carries', async () => {
    const response = await shop.raw('/store-info', { method: 'POST' });
    expect(logged()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        requestId: response.headers.get('x-request-id'),
        call: 'storeInfo',
        status: 200,
        ms: expect.any(Number),
        msg: 'answered',
      },
    ]);
  });

  test('contains no path that is not a call of the contract', async () => {
    await shop.raw('/customer/9876543210?token=secretword');
    expect(logged()).toMatchObject([{ call: 'none', status: 404 }]);
    expect(lines.join()).not.toMatch(/9876543210|secretword/);
  });

  test('does not link customers to requests', async () => {
    const token = await signUp(shop, '9876543210');
    await shop.raw('/customer/cart', { headers: { authorization: `Bearer ${token}x` } });
    await shop.succeed(contactCall, {
      body: {
        firstname: 'Asha',
        lastname: 'Rao',
        email: 'asha@example.com',
        phone_number: '9876543210',
        subject: 'Hi',
        message: 'Ho',
      },
    });
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.join()).not.toMatch(/9876543210|@|Asha|Rao/);
    expect(lines.join()).not.toContain(token);
  });

  test.each([
    ['a phone number', 'duplicate key (phone_number)=(9876543210)', '9876543210'],
    ['a phone number in groups', 'no route to +91 98765 43210', '43210'],
    ['a mail address', '550 <asha.rao+shop@mail.example.com> unknown', 'asha.rao'],
    ['a one-time code', 'template says 482913 is your code', '482913'],
    ['a token', 'no session 3Zt0xY_kq8Jv1Zt0xY_kq8Jv1Zt0xY_kq8Jv1Zt0xY1', '3Zt0xY'],
    ['a link', 'GET /reset-password?token=s3cret failed', 's3cret'],
    ['a password in an address', 'connect postgres://shop:hunter2@db.example/shop', 'hunter2'],
  ])('redacts %s in error messages', (_, message, secret) => {
    const error = Object.assign(new Error(message, { cause: new Error(message) }), { detail: message, parameters: [message] });
    logTo(true).error({ err: error }, 'unexpected failure');
    expect(lines[0]).toContain('unexpected failure');
    expect(lines[0]).not.toContain(secret);
  });

  test.each(['phone', 'phone_number', 'mobile', 'email', 'recipient', 'otp', 'token', 'password', 'address', 'body'])(
    'redacts the field %s',
    (field) => {
      logTo(true).info({ [field]: 'value', customer: { [field]: 'value' } }, 'seen');
      expect(lines[0]).not.toContain('"value"');
    },
  );

  test('still shows the error’s type and stack', () => {
    logTo(true).error({ err: Object.assign(new TypeError('x is not a function'), { code: 'ERR_X' }) }, 'unexpected failure');
    expect(logged()[0].err).toMatchObject({ type: 'TypeError', message: 'x is not a function', code: 'ERR_X' });
    expect(logged()[0].err.stack).toContain('observability.test.ts');
  });
});

test('outside production the log has plain lines', () => {
  const log = logTo(false);
  log.info({ requestId: 'r1', call: 'storeInfo', status: 200, ms: 3.4 }, 'answered');
  log.warn({ outbox: 4, kind: 'mail', err: new Error('no route') }, 'message not sent');
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d storeInfo 200 3\.4 ms\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d warn message not sent outbox=4 kind=mail\nError: no route\n +at /);
});

describe('metrics', () => {
  test('count calls by name and status, and outbox messages by state', async () => {
    await shop.succeed(storeInfoCall);
    await shop.succeed(storeInfoCall);
    await shop.raw('/store-info', { method: 'POST', headers: { 'x-app-key': 'wrong' } });
    await shop.raw('/nothing');
    await shop.change((tx) => enqueueMail(tx, { to: 'asha@example.com', subject: 'Hi', text: 'Ho' }));
    shop.store.metrics.countPage('ready');
    const text = await shop.store.metrics.read();
    expect(text).toContain('shop_requests_total{call="storeInfo",status="200"} 2');
    expect(text).toContain('shop_requests_total{call="storeInfo",status="401"} 1');
    expect(text).toContain('shop_requests_total{call="none",status="404"} 1');
    expect(text).toContain('shop_request_duration_seconds_count{call="storeInfo"} 3');
    expect(text).toContain('shop_outbox_messages{state="waiting"} 1');
    expect(text).toContain('shop_pages_total{outcome="ready"} 1');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('asha');
  });
});

test('a shop whose database does not respond is alive but not ready', async () => {
  const broken = await openShop({ log: logTo(true) });
  await broken.store.db.schema.dropTable('catalogue_revision').execute();
  expect((await broken.raw('/healthz')).status).toBe(200);
  const response = await broken.raw('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ success: false, message: 'The shop is not ready yet. Please try again.' });
  await broken.close();
});
