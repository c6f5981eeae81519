import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { replaceSizeGuides } from '#api/services/catalogue/size-guides.ts';
import { readGuideFile } from '#api/services/import/guides/read-guide-file.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import type { ImportSummary } from '#api/services/import/plan/import-summary.ts';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { readZoneFile } from '#api/services/import/zones/read-zone-file.ts';
import { createFolderSource } from '#api/services/pictures/picture-source.ts';
import type { LaterEncoding } from '#api/services/pictures/store-raster.ts';
import { replaceZones } from '#api/services/shipping/zones.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { saveHomeSections } from '#api/services/store/home-sections.ts';
import { saveSettings } from '#api/services/store/settings.ts';
import { readRowsOfFile } from '#cli/arguments/rows-of-file.ts';
import { type DemoPackage, type DemoShop, loadDemoPackage, readDemoStoreFile } from '#cli/demo/load-demo-package.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { HOUR_MS } from '#lib/rules/durations.ts';

const HOURS_APART = 9;

/** Steps that vary the order of sub-categories from one rank to the next. */
const POSITION_STEP = 5;
const RANK_STEP = 3;

/** Spreads creation dates so that the newest products are one of each sub-category, then the second of each, and so on. */
export function spreadCreationDates(categories: number): (product: ImportedProduct) => string {
  const now = Date.now();
  const positions = new Map<string, number>();
  const ranks = new Map<string, number>();
  return ({ category = '' }) => {
    const position = positions.get(category) ?? positions.size;
    const rank = ranks.get(category) ?? 0;
    positions.set(category, position);
    ranks.set(category, rank + 1);
    const index = rank * categories + ((position * POSITION_STEP + rank * RANK_STEP) % categories);
    return new Date(now - index * HOURS_APART * HOUR_MS).toISOString();
  };
}

async function writePictures({ pictures, photographs }: DemoPackage, shop: DemoShop, folder: string): Promise<void> {
  for await (const [name, content] of shop === 'photos' ? photographs() : pictures())
    await writeFile(join(folder, name), content);
}

/**
 * Creates a demo shop in an open database with pictures in `storage`: writes every picture, imports the catalogue
 * like an owner's files, and saves settings, home page, size guides and shipping zones. A second run changes only what differs. Takes a few seconds. Throws
 * `StoreUnavailable` when the demo shop is not installed.
 */
export async function createDemoStore(
  db: Db,
  storage: FileStorage,
  { shop = 'drawings', later }: { shop?: DemoShop; later?: LaterEncoding | undefined } = {},
): Promise<ImportSummary> {
  const demo = await loadDemoPackage();
  const picturesFolder = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
  try {
    await writePictures(demo, shop, picturesFolder);
    const pictures = createFolderSource(storage, picturesFolder, later);
    const store = await readDemoStoreFile(demo, shop, async (name) => (await pictures.store(name)).reference);
    const files = await demo.catalogueFiles(shop);
    const summary = await importCatalogue(db, files, {
      pictures,
      seller: { kind: 'retailer', name: '' },
      createdAt: spreadCreationDates(files.length),
    });
    const [bad] = summary.badRows;
    if (bad)
      throw new CommandFailed(`The demo catalogue is damaged: ${bad.file}, line ${bad.line}, ${bad.column}: ${bad.reason}`);
    const { guides } = await readRowsOfFile(demo.sizeGuidesFile, readGuideFile);
    const { zones } = await readRowsOfFile(demo.shippingZonesFile, readZoneFile);
    await write(db, async (tx) => {
      await replaceSizeGuides(tx, guides);
      await replaceZones(tx, zones);
      await saveSettings(tx, store.settings);
      await saveHomeSections(tx, store.home_sections);
    });
    return summary;
  } finally {
    await rm(picturesFolder, { recursive: true, force: true });
  }
}
