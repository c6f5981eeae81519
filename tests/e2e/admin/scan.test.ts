import type { Browser, BrowserContext, Page } from 'playwright';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { ORDER_CONFIRMED } from '#lib/contract/order-status.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { launch, useBrowser } from '#tests/support/browser/chromium/launch.ts';
import { createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { openRecords } from '#tests/support/browser/shop-server.ts';
import { phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

/** What the tests see and set in the page. */
interface Scanned {
  /** What the camera sees. */
  codes: string[];
  streams: MediaStream[];
}

/** A camera that shows a moving picture, and the permission to use it. */
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

const { shop } = await useSmallShop();
const browser = await useBrowser({ add: camera });
let context: BrowserContext;
let numbers: string[];

beforeAll(async () => {
  const customer = await createCustomer(shop);
  numbers = [];
  for (let i = 0; i < 2; i++)
    numbers.push(present((await placeOrder(shop, customer, [{ slug: 'long-wallet' }]))[0]).order_number);
  const db = await openRecords(shop);
  for (const number of numbers) await write(db, (tx) => setOrderStatus(tx, number, ORDER_CONFIRMED));
  await db.destroy();
}, 60_000);
afterEach(() => context.close());

/** Opens the page of AWBs in a browser whose camera sees what the test says. Chromium on Linux has no detector of its own. */
async function openShip({ refusal, by = browser }: { refusal?: string; by?: Browser } = {}): Promise<Page> {
  context = await by.newContext({ viewport: phone });
  const page = await context.newPage();
  await page.addInitScript((error) => {
    const scanned: Scanned = Object.assign(globalThis, { codes: [], streams: [] });
    const Detector = (globalThis as { BarcodeDetector?: { prototype: object } }).BarcodeDetector ?? class {};
    Object.assign(Detector.prototype, { detect: async () => scanned.codes.map((rawValue) => ({ rawValue })) });
    Object.assign(globalThis, { BarcodeDetector: Detector });
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      if (error) throw new DOMException('', error);
      const stream = await open(wanted);
      scanned.streams.push(stream);
      return stream;
    };
  }, refusal);
  await signInStaff(page, shop, 'packer');
  await page.goto(`${shop.url}/admin/ship`);
  return page;
}

const show = (page: Page, ...codes: string[]) => page.evaluate((seen) => Object.assign(globalThis, { codes: seen }), codes);
/** The states of the cameras' tracks that the page has opened. */
const tracksOf = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as Scanned).streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)),
  );
const awbOf = (page: Page, number: string | undefined) => page.getByLabel(`AWB of ${number}`);
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Scan AWBs' });
const scan = (page: Page) => page.getByRole('button', { name: 'Scan AWBs' }).click();

test('codes fill the chosen field and then the next empty one, each once, and the camera is closed at the end', async () => {
  const page = await openShip();
  const [first, second] = numbers;
  for (const number of await page.locator('input[name^="awb-"]').evaluateAll((fields) => fields.map(({ id }) => id)))
    if (!numbers.includes(number.replace('awb-', ''))) await page.locator(`[id="${number}"]`).fill(`OTHER-${number}`);
  await awbOf(page, second).focus();
  await scan(page);
  await dialogOf(page).getByText(`Scan the AWB of ${second}.`).waitFor();
  expect(await axeViolations(page, 'scanning')).toEqual([]);
  expect(await tracksOf(page)).toEqual(['live']);
  await show(page, 'not an AWB: spaces');
  await show(page, 'NO-DIGIT');
  await show(page, 'AWB-2');
  await dialogOf(page).getByText(`Scan the AWB of ${first}.`).waitFor();
  // The camera still sees the same parcel.
  await page.waitForFunction(() => document.querySelector('video')?.currentTime);
  expect(await awbOf(page, first).inputValue()).toBe('');
  expect(await awbOf(page, second).inputValue()).toBe('AWB-2');
  await show(page, 'AWB-1');
  await dialogOf(page).waitFor({ state: 'hidden' });
  expect(await awbOf(page, first).inputValue()).toBe('AWB-1');
  await expect.poll(() => tracksOf(page)).toEqual(['ended']);
});

test('"Done" and Escape close the camera, and the next scan opens it again', async () => {
  const page = await openShip();
  await scan(page);
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => tracksOf(page)).toEqual(['ended']);
  await scan(page);
  await dialogOf(page).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => tracksOf(page)).toEqual(['ended', 'ended']);
});

test.each([
  ['that is not allowed', 'NotAllowedError', 'The camera is not allowed.'],
  ['that is not there', 'NotFoundError', 'There is no camera.'],
  ['that another program has', 'NotReadableError', 'The camera cannot be used now.'],
])('a camera %s gets a sentence, and AWBs can be typed', async (_, refusal, sentence) => {
  const page = await openShip({ refusal });
  await scan(page);
  await page.getByRole('alert').getByText(sentence).waitFor();
  expect(await dialogOf(page).isVisible()).toBe(false);
  await awbOf(page, numbers[0]).fill('TYPED-1');
  expect(await awbOf(page, numbers[0]).inputValue()).toBe('TYPED-1');
});

test('a permission that is not given gets the sentence too', async () => {
  const by = await launch({ add: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'] });
  onTestFinished(() => by.close());
  const page = await openShip({ by });
  await scan(page);
  await page.getByRole('alert').getByText('The camera is not allowed.').waitFor();
});

test('a camera that stops, or a page that is left while it scans, closes the camera with a sentence, and AWBs can be typed', async () => {
  const page = await openShip();
  await scan(page);
  await dialogOf(page).waitFor();
  await page.evaluate(() => {
    for (const stream of (globalThis as unknown as Scanned).streams)
      for (const track of stream.getTracks()) track.dispatchEvent(new Event('ended'));
  });
  await page.getByRole('alert').getByText('The camera has stopped.').waitFor();
  await expect.poll(() => tracksOf(page)).toEqual(['ended']);

  await scan(page);
  await dialogOf(page).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByRole('alert').getByText('this page was left').waitFor();
  await expect.poll(() => tracksOf(page)).toEqual(['ended', 'ended']);
  await awbOf(page, numbers[0]).fill('TYPED-2');
  expect(await awbOf(page, numbers[0]).inputValue()).toBe('TYPED-2');
});
