import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { openBrowser, signIn, withAdminShop } from './main.ts';
import { fill, press, type World } from './state.ts';

const OUTPUT = join(import.meta.dirname, '..', '..', 'docs', 'pictures', 'admin');

/** Of a phone, in CSS pixels, and how much larger it is taken. */
const [WIDTH, HEIGHT, SCALE] = [360, 740, 1.5];
/** Around and between phones, in pixels of the picture. */
const GAP = 24;
const [PICTURE_WIDTH, MAX_BYTES] = [960, 45_000];

type Take = () => Promise<void>;

interface Step {
  /** Name of its picture. */
  name: string;
  /** Does the work, and takes the page where it is worth a look. */
  work: (page: Page, world: World, take: Take) => Promise<unknown>;
}

const go = (page: Page, { shop }: World, path: string): Promise<unknown> =>
  page.goto(`${shop.url}/admin${path}`, { waitUntil: 'networkidle' });

const showHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).evaluate((heading) => heading.scrollIntoView());

/** A day's work in its order. */
const day: readonly Step[] = [
  {
    name: 'home',
    work: async (page, world, take) => {
      await go(page, world, '');
      await take();
      await showHeading(page, 'Last 30 days');
      await take();
    },
  },
  {
    name: 'confirm',
    work: async (page, world, take) => {
      await go(page, world, '/orders?tab=to_confirm');
      await page.getByRole('button', { name: /^Select all/ }).click();
      await take();
      await press(page, 'Confirm');
      await take();
    },
  },
  {
    name: 'print',
    work: async (page, world, take) => {
      await go(page, world, '/orders?tab=to_pack');
      await page.getByRole('button', { name: /^Select all/ }).click();
      await press(page, 'Print…');
      await take();
      await page.getByRole('link', { name: 'Labels, 100 × 150 mm' }).click();
      await page.waitForLoadState('networkidle');
      await take();
    },
  },
  {
    name: 'pack',
    work: async (page, world, take) => {
      await go(page, world, `/pack?order=${world.numberOf('toPackGift')}`);
      await page.getByRole('checkbox').first().check();
      await take();
      await press(page, 'Packed, next');
      await take();
    },
  },
  {
    name: 'ship',
    work: async (page, world, take) => {
      await go(page, world, '/ship');
      const packed = ['packed', 'packedOnDelivery', 'packedToo', 'packedGift'].map(world.numberOf);
      const list = packed.map((number, i) => `${number} 14908123456${80 + i}`).join('\n');
      await fill(page, { 'Courier for all': 'Delhivery', 'Paste order numbers and AWBs': list });
      await page.getByLabel('Paste order numbers and AWBs').evaluate((field) => field.scrollIntoView({ block: 'center' }));
      await take();
      await press(page, 'Show what it does');
      await take();
    },
  },
  {
    name: 'refund',
    work: async (page, world, take) => {
      await go(page, world, '/refunds');
      await take();
      await go(page, world, `/orders/${world.numberOf('delivered')}/refund`);
      await take();
    },
  },
  {
    name: 'cash-on-delivery',
    work: async (page, world, take) => {
      await go(page, world, '/cod');
      await take();
      const file = 'AWB,Amount\n1490812345671,120.00\n1490812345673,1198.00\nNOSUCHPARCEL1,899.00\n';
      await page
        .getByLabel('Remittance file of the courier')
        .setInputFiles({ name: 'delhivery.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await press(page, 'Match');
      await page.locator('#matched').evaluate((heading) => heading.scrollIntoView());
      await take();
    },
  },
  {
    name: 'message',
    work: async (page, world, take) => {
      await go(page, world, '/messages');
      await take();
      await go(page, world, '/messages/4');
      await take();
    },
  },
];

/** Joins pictures of phones and saves them as WebP, as well as the size allows. */
async function savePicture(name: string, shots: readonly Buffer[]): Promise<void> {
  const [width, height] = [WIDTH * SCALE, HEIGHT * SCALE];
  const canvas = {
    width: shots.length * (width + GAP) + GAP,
    height: height + 2 * GAP,
    channels: 3,
    background: '#d9dbe0',
  } as const;
  const joined = await sharp({ create: canvas })
    .composite(shots.map((input, i) => ({ input, left: GAP + i * (width + GAP), top: GAP })))
    .png()
    .toBuffer();
  for (let quality = 80; quality >= 30; quality -= 5) {
    const picture = await sharp(joined).resize({ width: PICTURE_WIDTH }).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > MAX_BYTES && quality > 30) continue;
    await writeFile(join(OUTPUT, `${name}.webp`), picture);
    return console.log(`${name}.webp: ${picture.length} bytes at quality ${quality}`);
  }
}

/** Does a day's work on a phone in a demo shop with photographs, and saves the pictures of docs/admin.md. */
export async function benchAdminDay(): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  const browser = await openBrowser();
  try {
    await withAdminShop(false, async (world) => {
      const options = { viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: SCALE, isMobile: true, hasTouch: true };
      const context = await browser.newContext({ ...options, colorScheme: 'light', locale: 'en-IN' });
      await signIn(context, world, world.tokens.owner);
      const page = await context.newPage();
      for (const { name, work } of day) {
        const shots: Buffer[] = [];
        await work(page, world, async () => {
          shots.push(await page.screenshot({ animations: 'disabled' }));
        });
        await savePicture(name, shots);
      }
    });
  } finally {
    await browser.close();
  }
}
