import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Finding } from '#api/services/health/finding.ts';
import { checkOpenShop } from '#api/services/health/run-checks.ts';
import { listWarnings } from '#api/services/health/warnings.ts';
import { enqueueMail, listOutbox } from '#api/services/messages/outbox.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { checkHealthWhenDue } from '#api/workers/health-checker.ts';
import { adminTasksCall } from '#lib/contract/admin/home.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let found: Finding[];

beforeEach(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  const legal = { support_email: 'help@meena.example' };
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, store_name: 'Meena', legal }));
  found = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const check = (mailsOwners = true) => checkHealthWhenDue({ db: shop.store.db, check: async () => found, mailsOwners });
const checkNextHour = async (...findings: Finding[]) => {
  found = findings;
  pass(HOUR_MS + 1000);
  expect(await check()).toBe(true);
};
const subjects = async () => (await listOutbox(shop.store.db, { limit: 50 })).map(({ subject }) => subject).reverse();
const warned = async () => (await listWarnings(shop.store.db)).map(({ finding }) => finding);

const full = (megabytes: number): Finding => ({
  check: 'data folder',
  state: 'bad',
  finding: `Only ${megabytes} MB are free on the disk`,
  fix: 'Free some space before orders fail',
});
const failing = (count: number, reason: string): Finding => ({
  check: 'outbox',
  state: 'note',
  finding: `${count} messages failed by smtp, the last one because: ${reason}`,
});
const good: Finding = { check: 'outbox', state: 'good', finding: '0 messages waiting' };
const [begun, over] = ['Meena: your shop needs you', 'Meena: what was wrong is over'];

describe('what the hourly check warns of', () => {
  test('is mailed once when it begins and once when it ends, though its numbers and reasons change', async () => {
    await checkNextHour(good);
    expect(await subjects()).toEqual([]);
    await checkNextHour(full(400), failing(1, 'timeout'), good);
    expect(await subjects()).toEqual([begun]);
    const [mail] = await listOutbox(shop.store.db, { limit: 1 });
    expect(mail?.recipient).toBe('help@meena.example');
    expect(JSON.parse(mail?.body ?? '').text).toContain(
      'data folder: Only 400 MB are free on the disk.\nFree some space before orders fail',
    );
    await checkNextHour(full(310), failing(12, 'refused (550)'));
    expect(await warned()).toEqual([full(310).finding, failing(12, 'refused (550)').finding]);
    for (let i = 0; i < 5; i++) await checkNextHour(full(5));
    expect(await subjects()).toEqual([begun, over]);
    await checkNextHour();
    expect(await warned()).toEqual([]);
    await checkNextHour();
    expect(await subjects()).toEqual([begun, over, over]);
    for (let i = 0; i < 3; i++) await checkNextHour();
    expect(await subjects()).toHaveLength(3);
  });

  test('is not mailed again when it comes and goes, but is when it comes back to stay, or after a day', async () => {
    for (let i = 0; i < 12; i++) await checkNextHour(...(i % 2 === 0 ? [full(400)] : []));
    expect(await subjects()).toEqual([begun]);
    await checkNextHour();
    await checkNextHour();
    expect(await subjects()).toEqual([begun, over]);
    await checkNextHour(full(300));
    await checkNextHour(full(300));
    expect(await subjects()).toHaveLength(2);
    await checkNextHour(full(300));
    await checkNextHour(full(300));
    expect(await subjects()).toEqual([begun, over, begun]);
    await checkNextHour();
    await checkNextHour();
    pass(24 * HOUR_MS);
    await checkNextHour(full(200));
    expect(await subjects()).toEqual([begun, over, begun, over, begun]);
  });

  test('is checked and mailed once by several processes, each hour', async () => {
    found = [full(400)];
    const done = await Promise.all([check(), check(), check()]);
    expect(done.filter(Boolean)).toHaveLength(1);
    pass(59 * MINUTE_MS);
    expect(await check()).toBe(false);
    pass(2 * MINUTE_MS);
    expect(await Promise.all([check(), check()])).toContain(true);
    expect(await subjects()).toEqual([begun]);
  });

  test('goes to every owner, not to packers, and is no mail where the shop is on trial', async () => {
    await staffToken(shop, 'owner');
    await staffToken(shop, 'packer');
    found = [full(400)];
    await check(false);
    expect(await subjects()).toEqual([]);
    await checkNextHour(failing(3, 'x'));
    const to = (await listOutbox(shop.store.db, { limit: 9 })).map(({ recipient }) => recipient);
    expect(to.filter((address) => address !== 'help@meena.example')).toEqual([expect.stringMatching(/^asha-/)]);
    expect(to).toHaveLength(2);
  });
});

test('a mail that cannot be sent is a warning on the first page, for owners only', async () => {
  await shop.change((tx) => enqueueMail(tx, { to: 'a@example.com', subject: 'x', text: 'x' }));
  await shop.change((tx) => tx.updateTable('outbox').set({ state: 'dead', transport: 'smtp', last_error: 'refused' }).execute());
  const { dataDir } = shop;
  const checked = {
    dataDir,
    siteUrl: 'https://shop.example',
    messages: [],
    allowsPrivateWebhooks: false,
    ofSettings: [],
    production: true,
  };
  const findings = await checkOpenShop(shop.store.db, checked);
  await checkHealthWhenDue({ db: shop.store.db, check: async () => findings, mailsOwners: false });
  const { data } = await shop.succeed(adminTasksCall, { token: await staffToken(shop, 'owner') });
  expect(data.warnings).toContainEqual(expect.objectContaining({ severity: 'note', finding: '1 message could not be sent' }));
  expect(data.warnings).toContainEqual(expect.objectContaining({ severity: 'bad', subject: 'owner' }));
  const packer = await shop.succeed(adminTasksCall, { token: await staffToken(shop, 'packer') });
  expect(packer.data).not.toHaveProperty('warnings');
});
