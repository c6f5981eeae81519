import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { replaceSizeGuides } from '#api/services/catalogue/size-guides.ts';
import { readGuideFile } from '#api/services/import/guides/read-guide-file.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import type { ImportSummary } from '#api/services/import/plan/import-summary.ts';
import { readZoneFile } from '#api/services/import/zones/read-zone-file.ts';
import { createFolderSource } from '#api/services/pictures/picture-source.ts';
import type { LaterEncoding } from '#api/services/pictures/store-raster.ts';
import { replaceZones } from '#api/services/shipping/zones.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { saveHomeSections } from '#api/services/store/home-sections.ts';
import { saveSettings } from '#api/services/store/settings.ts';
import { readRowsOfFile } from '#cli/arguments/rows-of-file.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { spreadCreationDates } from './creation-dates.ts';
import { type DemoPackage, type DemoShop, loadDemoPackage, readDemoStoreFile } from './load-demo-package.ts';

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
