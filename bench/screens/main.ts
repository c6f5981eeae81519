import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { applyTheme } from '../../tests/support/browser/chromium/apply-theme.ts';
import { chromiumArguments, findChromium } from '../../tests/support/browser/chromium/find-chromium.ts';
import type { Session } from '../../tests/support/browser/customer.ts';
import { type ShopAddress, startShop } from '../../tests/support/browser/shop-server.ts';
import { accountScreens } from './account-screens.ts';
import { catalogueScreens } from './catalogue-screens.ts';
import { checkoutScreens } from './checkout-screens.ts';
import { devices, looks, viewportOf, wide } from './looks.ts';
import { makeShop } from './shops.ts';
import { createBuyer, findPlaces, type Screen, type Visit } from './visit.ts';

const OUTPUT = join(import.meta.dirname, '../../test-results/screens');

/** How long one step of opening a state may take, and how long an open state is left before its picture, in milliseconds. */
const STEP_MS = 8000;
const SETTLE_MS = 300;

const screens: readonly Screen[] = [...catalogueScreens, ...checkoutScreens, ...accountScreens];
const allSizes = devices.flatMap(({ sizes }) => sizes);

/** What is taken: the names of an argument list, or all of a kind that none of them names. */
interface Choice {
  looks: readonly string[];
  sizes: readonly string[];
  screens: readonly Screen[];
}

function choose(names: readonly string[]): Choice {
  const named = (known: readonly string[]): readonly string[] => {
    const chosen = known.filter((name) => names.includes(name));
    return chosen.length > 0 ? chosen : known;
  };
  const known = [...Object.keys(looks), ...allSizes, ...screens.map(({ name }) => name)];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Known are: ${known.join(', ')}`);
  const chosen = named(screens.map(({ name }) => name));
  return {
    looks: named(Object.keys(looks)),
    sizes: named(allSizes),
    screens: screens.filter(({ name }) => chosen.includes(name)),
  };
}

/** Opens one state and saves it at each size, in each look. A state that does not open is said, and left out. */
async function takeScreen(
  context: BrowserContext,
  visit: Omit<Visit, 'page'>,
  screen: Screen,
  sizes: readonly string[],
  folders: Readonly<Record<string, Record<string, string>>>,
): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  try {
    await page.setViewportSize(viewportOf(sizes[0] ?? ''));
    await screen.before?.({ ...visit, page });
    await page.goto(visit.shop.url + screen.path(visit.places), { waitUntil: 'networkidle', timeout: 2 * STEP_MS });
    await screen.open?.({ ...visit, page });
    for (const size of sizes) {
      await page.setViewportSize(viewportOf(size));
      await page.waitForTimeout(SETTLE_MS);
      for (const [folder, theme] of Object.entries(folders)) {
        await applyTheme(page, Object.keys(theme).length > 0 ? theme : undefined);
        const take = (name: string, fullPage: boolean) =>
          page.screenshot({ path: join(folder, `${name}-${size}.png`), animations: 'disabled', fullPage });
        await take(screen.name, false);
        if (screen.whole && size !== '740x360') await take(`${screen.name}-whole`, true);
      }
    }
  } catch (error) {
    console.error(`${screen.name}, ${sizes[0]}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  } finally {
    await page.close();
  }
}

/** Takes the chosen screens of a running shop into folders, each with a theme of its own. */
async function takeAll(
  shop: ShopAddress,
  choice: Choice,
  folders: Readonly<Record<string, Record<string, string>>>,
  setStatus?: Parameters<typeof createBuyer>[2],
): Promise<void> {
  for (const folder of Object.keys(folders)) await mkdir(folder, { recursive: true });
  const places = await findPlaces(shop);
  let buyer: Promise<Session> | undefined;
  const visit = { shop, places, customer: () => (buyer ??= createBuyer(shop, places, setStatus)) };
  const browser: Browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    for (const { options, sizes } of devices) {
      for (const screen of choice.screens) {
        const taken = sizes.filter((size) => choice.sizes.includes(size) && !(screen.narrow && wide.has(size)));
        if (taken.length === 0) continue;
        const context = await browser.newContext(options);
        await takeScreen(context, visit, screen, taken, folders);
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  console.log(Object.keys(folders).join('\n'));
}

/**
 * Saves a picture of each screen and state at five sizes: of a demo shop with drawings, and of one with photographs, each in three themes; or of the
 * running shop whose address is among the arguments, such as one of an older version, into a folder named by its port. Other arguments name
 * the looks, sizes and screens to take.
 */
export async function benchScreens(...names: readonly string[]): Promise<void> {
  const url = names.find((name) => URL.canParse(name));
  const choice = choose(names.filter((name) => name !== url));
  if (url) return takeAll({ url, apiUrl: `${url}/api` }, choice, { [join(OUTPUT, new URL(url).port)]: {} });
  for (const pictures of ['drawings', 'photographs'] as const) {
    const taken = choice.looks.filter((name) => looks[name]?.shop === pictures);
    if (taken.length === 0) continue;
    const shop = await startShop(await makeShop(pictures), { DEMO_MODE: '1' });
    try {
      const folders = taken.map((name) => [join(OUTPUT, name), looks[name]?.theme ?? {}] as const);
      await takeAll(shop, choice, Object.fromEntries(folders), (number, ...status) =>
        shop.store('order', number, '--status', ...status),
      );
    } finally {
      await shop.stop();
    }
  }
  await writeIndex();
}

/** Writes a page that shows the pictures of the looks side by side. */
async function writeIndex(): Promise<void> {
  const rows = screens.flatMap(({ name }) =>
    allSizes.map(
      (size) =>
        `<tr><th>${name}<br>${size}</th>${Object.keys(looks)
          .map((look) => `<td><img src="${look}/${name}-${size}.png" alt="" loading="lazy" height="360"></td>`)
          .join('')}</tr>`,
    ),
  );
  await writeFile(
    join(OUTPUT, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><table>${rows.join('\n')}</table>\n`,
  );
}
