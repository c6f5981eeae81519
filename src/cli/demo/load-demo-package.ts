import * as z from 'zod/mini';
import { StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { readZoneFile } from '#api/services/import/zones/read-zone-file.ts';
import { storedSections } from '#api/services/store/home-sections.ts';
import { type StoreSettings, storeSettings } from '#lib/contract/store.ts';
import type { TextSetting } from '#lib/rules/routes/text-pages.ts';

export type DemoPackage = typeof import('@haat/demo-shop');
export type DemoShop = NonNullable<Parameters<DemoPackage['readStore']>[0]>;

/** Whether the package itself is missing, rather than a file or package that it imports. */
function isNotInstalled(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes("'@haat/demo-shop'");
}

/** Imports the demo package; undefined when it is not installed. */
async function findDemoPackage(): Promise<DemoPackage | undefined> {
  try {
    return await import('@haat/demo-shop');
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}

/** Imports the demo package. Throws `StoreUnavailable` when it is not installed. */
export async function loadDemoPackage(): Promise<DemoPackage> {
  const demo = await findDemoPackage();
  if (demo) return demo;
  throw new StoreUnavailable(
    'The demo shop is not installed',
    'Restore the folder "demo" and run npm install (pnpm and Yarn do not link it), or import your own products: npm run store -- import products.csv',
  );
}

const demoStore = z.object({ settings: storeSettings, home_sections: storedSections });
type DemoStoreFile = z.output<typeof demoStore>;

/** Reads a demo shop's settings and home page; `picture` maps a picture's file name to its reference. */
export async function readDemoStoreFile(
  { readStore }: DemoPackage,
  shop: DemoShop,
  picture: (name: string) => Promise<string>,
): Promise<DemoStoreFile> {
  const store = demoStore.parse(await readStore(shop));
  for (const section of store.home_sections) {
    if (section.type === 'promo') section.image = await picture(section.image);
    if (section.type === 'banner') for (const slide of section.slides) slide.image = await picture(slide.image);
  }
  return store;
}

/** Handles of the demo products; empty when the package is not installed. */
export async function readDemoHandles(): Promise<string[]> {
  return (await (await findDemoPackage())?.productHandles()) ?? [];
}

/** Names of the demo's shipping zones; empty when the package is not installed. */
export async function readDemoZoneNames(): Promise<string[]> {
  const demo = await findDemoPackage();
  return demo ? (await readZoneFile(demo.shippingZonesFile)).zones.map(({ name }) => name) : [];
}

/** The settings of the demo shops, as far as they are texts of pages; empty when the package is not installed. */
export async function readDemoTexts(): Promise<Pick<StoreSettings, TextSetting>[]> {
  const demo = await findDemoPackage();
  return demo
    ? Promise.all(
        (['drawings', 'photos'] as const).map(async (shop) => storeSettings.parse((await demo.readStore(shop)).settings)),
      )
    : [];
}
