import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { createSession } from '#api/services/sessions/sessions.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { findActiveDemo, startDemo } from '#api/services/store/demo-period.ts';
import { runChecks } from '#cli/actions/doctor.ts';
import { createDemoStore } from '#cli/demo/create-demo-store.ts';
import { emptyShop, store } from '#tests/support/cli/run-command.ts';

const media = mkdtempSync(join(tmpdir(), 'demo-media-'));
afterAll(() => rmSync(media, { recursive: true, force: true }));

/** Shares one media folder among the shops, so that the demo's pictures are encoded once. */
const shareMedia = (dataDir: string): void => symlinkSync(media, mediaFolder(dataDir));

/** Adds a customer with a session. */
async function addBuyer(shop: Awaited<ReturnType<typeof emptyShop>>, mobile: string): Promise<void> {
  await write(shop.db, async (tx) => {
    const { id } = await findOrCreateCustomer(tx, mobile);
    await createSession(tx, id);
  });
}

const demoFindings = async (dataDir: string, settings: NodeJS.ProcessEnv) =>
  (await runChecks({ DATA_DIR: dataDir, ...settings })).filter(({ check }) => check === 'demo');

test('the demo can be ended by hand, once, with a report of what was deleted', async () => {
  const shop = await emptyShop();
  await startDemo(shop.db);
  await addBuyer(shop, '9876543210');
  const ended = await store(shop.dataDir, 'demo', 'end', '--json');
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(ended.out)).toMatchObject({ ended: { customers: 1, sessions: 1, messages: 0 } });
  expect(await findActiveDemo(shop.db)).toBeUndefined();
  expect(await store(shop.dataDir, 'demo', 'end')).toMatchObject({ code: 0, out: expect.stringContaining('not a demo') });
  expect(await store(`${shop.dataDir}/nowhere`, 'demo', 'end')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no shop'),
  });
});

test('the doctor warns that the next start ends the demo, and about leftovers of a demo', async () => {
  const shop = await emptyShop();
  shareMedia(shop.dataDir);
  await createDemoStore(shop.db, createPictureFolder(shop.dataDir));
  await startDemo(shop.db);
  await addBuyer(shop, '9876543210');
  expect(await demoFindings(shop.dataDir, { DEMO_MODE: '1' })).toEqual([]);
  const before = await demoFindings(shop.dataDir, { NODE_ENV: 'production' });
  expect(before.map(({ state }) => state)).toEqual(['note', 'note', 'note', 'note', 'note']);
  expect(before[0]).toMatchObject({
    finding: expect.stringContaining('has been a demo since'),
    fix: expect.stringContaining('store demo end'),
  });
  await store(shop.dataDir, 'demo', 'end');
  const after = await demoFindings(shop.dataDir, { NODE_ENV: 'production' });
  expect(after.map(({ finding }) => finding)).toEqual([
    '0 orders and 1 customer from a demo are still in the shop',
    expect.stringMatching(/^199 products of the demo shop are on sale$/),
    'Pages promise the delivery days of the demo shop',
    'These pages have the text of the demo shop: FAQ, Terms & Conditions, Privacy Policy, Returns & Refunds, Shipping & Delivery',
  ]);
  await store(shop.dataDir, 'theme', 'set', 'terms=Our own terms');
  expect((await demoFindings(shop.dataDir, { NODE_ENV: 'production' })).at(-1)?.finding).not.toContain('Terms');
});

test('the doctor fails where demo mode is on in a shop with real customers', async () => {
  const shop = await emptyShop();
  await addBuyer(shop, '9876543210');
  expect(await demoFindings(shop.dataDir, { DEMO_MODE: '1' })).toMatchObject([{ state: 'bad' }]);
  expect(await demoFindings(shop.dataDir, { NODE_ENV: 'production' })).toEqual([]);
});

test('importing the demo products does not mark a shop as a demo: only a start in demo mode does', async () => {
  const shop = await emptyShop();
  shareMedia(shop.dataDir);
  await createDemoStore(shop.db, createPictureFolder(shop.dataDir));
  expect(await findActiveDemo(shop.db)).toBeUndefined();
});
