import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { importCatalogue } from '#api/services/import/catalogue.ts';
import type { ImportSummary } from '#api/services/import/plan/summary.ts';
import type { ImportedProduct } from '#api/services/import/read/product.ts';
import { createFolderSource } from '#api/services/pictures/source.ts';
import { saveHomeSections } from '#api/services/store/home-sections.ts';
import { saveSettings } from '#api/services/store/settings.ts';
import { CommandFailed } from '#cli/process/errors.ts';
import { drawPicture } from '#demo/drawing/index.ts';
import type { DrawingParams } from '#demo/drawing/studio.ts';
import { demoFolder, readDemoStoreFile } from './files.ts';

const catalogueFolder = join(demoFolder, 'catalogue');

/** Hours between one demo product's first day and the next one's. */
const HOURS_APART = 9;

async function drawPictures(file: string, into: string): Promise<void> {
  const pictures = JSON.parse(await readFile(file, 'utf8')) as Record<string, DrawingParams>;
  for (const [name, params] of Object.entries(pictures)) await writeFile(join(into, name), drawPicture(params));
}

/** Draws every picture of the demo shop into a folder. */
async function drawAll(into: string): Promise<void> {
  for (const folder of [demoFolder, catalogueFolder]) {
    const files = (await readdir(folder)).filter((name) => name.endsWith('pictures.json'));
    for (const file of files) await drawPictures(join(folder, file), into);
  }
}

/** Spreads first days so that the newest products are one of each sub-category, then the second of each, and so on. */
function mixedDays(categories: number): (product: ImportedProduct) => string {
  const now = Date.now();
  const places = new Map<string, number>();
  const ranks = new Map<string, number>();
  return ({ category }) => {
    const place = places.get(category) ?? places.size;
    const rank = ranks.get(category) ?? 0;
    places.set(category, place);
    ranks.set(category, rank + 1);
    const turn = rank * categories + ((place * 5 + rank * 3) % categories);
    return new Date(now - turn * HOURS_APART * 3_600_000).toISOString();
  };
}

/** The catalogue's files, those that the store's list names first and in its order: sub-categories are shown in this order. */
async function catalogueFiles(order: readonly string[]): Promise<string[]> {
  const place = (name: string) => (order.indexOf(name) + 1 || order.length + 1).toString().padStart(3, '0');
  const files = (await readdir(catalogueFolder)).filter((name) => name.endsWith('.csv'));
  return files.sort((a, b) => (place(a) + a).localeCompare(place(b) + b)).map((name) => join(catalogueFolder, name));
}

/**
 * Makes the demo shop "Tana & Bana" in an open database whose pictures belong in `dataDir`/media: draws every picture, imports
 * demo/catalogue as any owner's files are imported, and saves the settings and home page of demo/store.json. Doing it again changes
 * only what differs. Takes some seconds.
 */
export async function createDemoStore(db: Db, dataDir: string): Promise<ImportSummary> {
  const drawn = await mkdtemp(join(tmpdir(), 'demo-pictures-'));
  try {
    await drawAll(drawn);
    const pictures = createFolderSource(dataDir, drawn);
    const store = await readDemoStoreFile(demoFolder, async (name) => (await pictures.store(name)).reference);
    const files = await catalogueFiles(store.catalogue);
    const summary = await importCatalogue(db, files, {
      pictures,
      seller: { kind: 'retailer', name: '' },
      createdAt: mixedDays(files.length),
    });
    const [bad] = summary.badRows;
    if (bad)
      throw new CommandFailed(`The demo catalogue is damaged: ${bad.file}, line ${bad.line}, ${bad.column}: ${bad.reason}`);
    await write(db, async (tx) => {
      await saveSettings(tx, store.settings);
      await saveHomeSections(tx, store.home_sections);
    });
    return summary;
  } finally {
    await rm(drawn, { recursive: true, force: true });
  }
}
