import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { openDatabase } from '../../src/api/database/open-database.ts';
import { stageInBulk } from '../../src/api/services/orders/staged/stage-in-bulk.ts';
import { startDemo } from '../../src/api/services/store/demo-period.ts';
import { chromiumArguments, findChromium } from '../../tests/support/browser/chromium/find-chromium.ts';
import { runStore } from '../../tests/support/browser/run-store.ts';
import { newDataDir, startShop } from '../../tests/support/browser/shop-server.ts';
import { type FilledShop, fillShop, fillStaff } from './fill-shop.ts';
import type { State, World } from './state.ts';
import { statesOfOrders } from './states-of-orders.ts';
import { statesOfStaff } from './states-of-staff.ts';
import { statesOfNewShop, statesOfWork } from './states-of-work.ts';

const OUTPUT = join(import.meta.dirname, '..', '..', 'test-results', 'screens', 'admin');

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Runs `use` with a demo shop with photographs that is filled, or that is new. */
export async function withAdminShop(isNew: boolean, use: (world: World) => Promise<void>): Promise<void> {
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo', '--photos');
  const db = await openDatabase(dataDir, undefined);
  await startDemo(db);
  const filled: FilledShop = isNew ? { numberOf: (name) => name, bulk: [], ...(await fillStaff(db)) } : await fillShop(db);
  const shop = await startShop(dataDir, {});
  try {
    const { id } = await stageInBulk(db, { staffId: filled.ownerId }, filled.bulk, { kind: 'deliver' });
    await use({ ...filled, shop, db, bulkAction: id });
  } finally {
    await db.destroy();
    await shop.stop();
  }
}

/** Starts the browser of pictures. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });

/** Signs a browser in with the session of a token. */
export const signIn = (context: BrowserContext, { shop }: World, token: string): Promise<void> =>
  context.addCookies([
    {
      ...{ name: '__Host-staff', value: token, domain: new URL(shop.url).hostname, path: '/' },
      ...{ secure: true, httpOnly: true, sameSite: 'Strict' },
    },
  ]);

/** Saves a page as phones show it before they scroll, and the whole of it at each size, light and dark. Says what is wider than the screen. */
async function takePictures(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(OUTPUT, `${name}-screen.png`) });
  for (const size of sizes) {
    await page.setViewportSize(size);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > size.width) console.error(`${name} is ${width} px wide at ${size.width} px`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(OUTPUT, `${name}-${size.width}x${size.height}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
}

async function takeState(browser: Browser, world: World, { name, path, as, open }: State): Promise<void> {
  const context = await browser.newContext({ viewport: sizes[0] ?? null, colorScheme: 'light', locale: 'en-IN' });
  try {
    if (as !== 'nobody') await signIn(context, world, world.tokens[as ?? 'owner']);
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const address = typeof path === 'string' ? path : path(world);
    await page.goto(`${world.shop.url}/admin${address}`, { waitUntil: 'networkidle' });
    await open?.(page, world);
    await takePictures(page, name);
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  } finally {
    await context.close();
  }
}

/**
 * Saves pictures of every page of the admin in every state, at three sizes, light and dark, of a shop of some months and of a new one; or only of
 * states whose name begins with one of `names`.
 */
export async function benchAdminScreens(names: readonly string[]): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  const isWanted = ({ name }: State): boolean => names.length === 0 || names.some((start) => name.startsWith(start));
  const browser = await openBrowser();
  const take = async (isNew: boolean, states: readonly State[]): Promise<void> => {
    const chosen = states.filter(isWanted);
    if (chosen.length === 0) return;
    await withAdminShop(isNew, async (world) => {
      for (const state of chosen) await takeState(browser, world, state);
    });
  };
  try {
    // Sessions end with the last state of staff.
    await take(false, [...statesOfWork, ...statesOfOrders, ...statesOfStaff]);
    await take(true, statesOfNewShop);
  } finally {
    await browser.close();
  }
  console.log(OUTPUT);
}
