import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { resetPasswordCall } from '#lib/contract/accounts.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { endSessionCall, endSessionsCall, getSessionsCall, loginCall, logoutCall } from '#lib/contract/sign-in.ts';
import { forgetLimits, password, registerPerson } from '#tests/support/store/accounts.ts';
import { from, home, statusOf, visit } from '#tests/support/store/client-headers.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const shop: TestShop = await openShop();
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs a customer in on a computer and a phone. */
async function twice() {
  const { email, token: first } = await registerPerson(shop);
  await shop.succeed(logoutCall, { token: first, body: {} });
  const computer = await visit(shop, 'login', { email, password }, from(home, { browser: firefox }));
  const mobile = await visit(shop, 'login', { email, password }, from(home, { browser: android }));
  const token = computer.data.token ?? '';
  const list = async () => (await shop.succeed(getSessionsCall, { token })).data;
  return { email, computer, mobile, token, list };
}

const knownDevices = (email: string) =>
  shop.store.db
    .selectFrom('known_device')
    .innerJoin('customer', 'customer.id', 'customer_id')
    .select('device_hash')
    .where('email', '=', email)
    .execute();

const isAlive = async (token: string | undefined) => (await shop.call(getOrdersCall, { token })).success;

describe('a customer', () => {
  test('sees their sessions: this device first, then the most recently used', async () => {
    const { list } = await twice();
    expect(await list()).toEqual([
      expect.objectContaining({ device_name: 'Firefox on Linux', this_device: true }),
      expect.objectContaining({ device_name: 'Chrome on Android', this_device: false }),
    ]);
  });

  test('has one session per browser, however often it signs in', async () => {
    const { email, computer, list } = await twice();
    const again = await visit(shop, 'login', { email, password }, from(home, { device: computer.device, browser: firefox }));
    const { data } = await shop.succeed(getSessionsCall, { token: again.data.token });
    expect(data.map((session) => session.device_name)).toEqual(['Firefox on Linux', 'Chrome on Android']);
    await expect(list()).rejects.toThrow('expired');
  });

  test('signs one device out, which is then unknown, and may repeat the call', async () => {
    const { email, mobile, token, list } = await twice();
    const [, other] = await list();
    const body = { session_id: other?.session_id ?? '' };
    for (let i = 0; i < 2; i++) await shop.succeed(endSessionCall, { token, body });
    expect([await isAlive(token), await isAlive(mobile.data.token)]).toEqual([true, false]);
    expect(await list()).toHaveLength(1);
    for (let i = 0; i < 12; i++) await statusOf(shop, loginCall, { email, password: 'x' }, from('198.51.100.9'));
    const stranger = from('198.51.100.9', { device: mobile.device });
    expect(await statusOf(shop, loginCall, { email, password }, stranger)).toBe(429);
  });

  test('signs out everywhere, including this device, and no device stays known', async () => {
    const { email, mobile, token } = await twice();
    await shop.succeed(endSessionsCall, { token });
    expect([await isAlive(token), await isAlive(mobile.data.token)]).toEqual([false, false]);
    const refused = await shop.fail(getSessionsCall, { token });
    expect(refused).toMatchObject({ httpStatus: 401, message: 'Your session has expired. Please sign in again.' });
    expect(await knownDevices(email)).toEqual([]);
  });

  test('keeps only this session and its device when the password changes', async () => {
    const { email, mobile, token, list } = await twice();
    const body = { old_password: password, new_password: 'changed-it!', confirm_password: 'changed-it!' };
    await shop.succeed(resetPasswordCall, { token, body });
    expect(await isAlive(mobile.data.token)).toBe(false);
    expect(await list()).toHaveLength(1);
    expect(await knownDevices(email)).toHaveLength(1);
  });

  test('keeps a known device when signing out of it', async () => {
    const { email, token, computer } = await twice();
    await shop.succeed(logoutCall, { token, body: {} });
    for (let i = 0; i < 12; i++) await statusOf(shop, loginCall, { email, password: 'x' }, from('198.51.100.9'));
    const back = from('198.51.100.9', { device: computer.device });
    expect(await statusOf(shop, loginCall, { email, password }, back)).toBe(200);
  });

  test('does not see expired sessions', async () => {
    const { list } = await twice();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const old = { last_used_at: new Date(start - 7.01 * 24 * 60 * 60_000).toISOString() };
    await shop.change((tx) => tx.updateTable('session').set(old).where('device_name', '=', 'Chrome on Android').execute());
    vi.useRealTimers();
    expect((await list()).map((session) => session.device_name)).toEqual(['Firefox on Linux']);
  });

  test('cannot end another customer’s session or learn that it exists', async () => {
    const victim = await twice();
    const thief = await twice();
    const [, other] = await victim.list();
    const body = { session_id: other?.session_id ?? '' };
    expect(await shop.succeed(endSessionCall, { token: thief.token, body })).toEqual(
      await shop.succeed(endSessionCall, { token: thief.token, body: { session_id: 'no-such-session' } }),
    );
    expect(await isAlive(victim.mobile.data.token)).toBe(true);
  });
});

test('a session’s public id is not part of its token or of its stored hash', async () => {
  const { list, token } = await twice();
  const rows = await shop.store.db.selectFrom('session').select('token_hash').execute();
  for (const { session_id } of await list()) {
    expect(token).not.toContain(session_id);
    for (const { token_hash } of rows) expect(token_hash).not.toContain(session_id);
    expect(await isAlive(session_id)).toBe(false);
  }
});

test.each([
  ['Chrome on Android', android],
  ['Firefox on Linux', firefox],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari on Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  ],
  [
    'Edge on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  ],
  [
    'Samsung Internet on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Opera on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0',
  ],
  [
    'UC Browser on Android',
    'Mozilla/5.0 (Linux; U; Android 12; en-US; RMX3085) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0 UCBrowser/13.8 Mobile Safari/537.36',
  ],
  [
    'Chrome on ChromeOS',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  ['Unknown device', ''],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', '\u001b[31m<script>alert(1)</script>'],
])('a browser is named %s', (name, userAgent) => {
  expect(parseDeviceName(userAgent)).toBe(name);
});
