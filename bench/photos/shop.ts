import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#api/database/open-database.ts';
import { finishQueued } from '#api/services/pictures/encoding/encode-queued.ts';
import { createPictureFolder } from '#api/services/storage/open-store-files.ts';
import { PICTURES, pictureName, writeCatalogueFile } from '#bench/import/catalogue.ts';
import { withFolder } from '#bench/measure/store.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { takePhotograph } from './photograph.ts';

/** Imports `products` products with three photographs each into a data folder, as an owner does. */
export async function importPhotographs(dataDir: string, products: number): Promise<void> {
  await withFolder(async (folder) => {
    const [file, pictures] = [join(folder, 'products.csv'), join(folder, 'pictures')];
    mkdirSync(pictures);
    for (let id = 1; id <= products; id++)
      for (let i = 0; i < PICTURES; i++)
        writeFileSync(join(pictures, pictureName(id, i)), await takePhotograph(id * PICTURES + i));
    await writeCatalogueFile(file, products, 0);
    await runStore(dataDir, 'import', file, '--pictures', pictures);
    const db = await openDatabase(dataDir);
    await finishQueued(db, createPictureFolder(dataDir)).finally(() => db.destroy());
  });
}
