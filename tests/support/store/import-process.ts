import { openDatabase } from '#api/database/open-database.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';

/** Runs an import in its own process that halts at a given stage, to be killed there. */
export interface ImportThis {
  dataDir: string;
  databaseUrl: string | undefined;
  file: string;
  haltAt: 'pictures' | 'products';
}

/** Blocks this process, timers included. */
const halt = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

process.once('message', async ({ dataDir, databaseUrl, file, haltAt }: ImportThis) => {
  const db = await openDatabase(dataDir, databaseUrl);
  await importCatalogue(db, [file], {
    pictures: createReferenceSource(),
    seller: { kind: 'retailer', name: '' },
    onProgress: (stage) => {
      if (stage === haltAt) process.send?.(stage, halt);
    },
  });
});
