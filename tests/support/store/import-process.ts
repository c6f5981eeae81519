import { openDatabase } from '#api/database/open-database.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';

/** Runs an import in its own process that halts at a given stage, to be killed there. */
export interface ImportThis {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Undefined to take the last import back. */
  file?: string;
  haltAt: 'pictures' | 'products';
}

/** Blocks this process, timers included. */
const halt = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

process.once('message', async ({ dataDir, databaseUrl, file, haltAt }: ImportThis) => {
  const db = await openDatabase(dataDir, databaseUrl);
  const haltHere = () => process.send?.(haltAt, halt);
  if (file === undefined) {
    await undoLastImport(db, haltHere);
    return;
  }
  await importCatalogue(db, [file], {
    pictures: createReferenceSource(),
    seller: { kind: 'retailer', name: '' },
    onProgress: (stage) => {
      if (stage === haltAt) haltHere();
    },
  });
});
