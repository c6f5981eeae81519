import type { Db } from '#api/database/schema/engine.ts';
import type { RefusedPicture } from '#api/services/import/plan/store-pictures.ts';
import { listMissingPictures, retryMissingPictures } from '#api/services/import/retry-pictures.ts';
import { createEncodingQueue, readEncodingQueue } from '#api/services/pictures/encoding/encoding-queue.ts';
import { hashOfSource } from '#api/services/pictures/store-raster.ts';
import { describeRefused } from '#cli/output/describe-import.ts';
import { bold, formatCount, green, type OutputOptions, print, yellow } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { commandContext } from '#cli/process/command.ts';
import { openFiles, withStore } from '#cli/store/open-store.ts';
import { openPictureSource } from '#cli/store/picture-source.ts';
import { formatNumber } from '#lib/rules/text.ts';

/** Exit status while pictures are missing, as of an import that left some out. */
const PICTURES_MISSING = 2;

interface PictureState {
  /** Pictures that are shown by a preview until the running shop has made their files. */
  waiting: number;
  /** Those whose files cannot be made: they keep their preview. */
  failed: { hash: string; failure: string }[];
  missing: RefusedPicture[];
}

const readState = async (db: Db): Promise<PictureState> => ({
  ...(await readEncodingQueue(db)),
  missing: await listMissingPictures(db),
});

function describe({ waiting, failed, missing }: PictureState): string {
  return [
    waiting === 0
      ? green('All files of the stored pictures are made.')
      : yellow(`${formatCount(waiting, 'picture')} shown by a preview: the running shop makes the other sizes and formats.`),
    ...(failed.length > 0 ? [bold('Pictures that keep their preview')] : []),
    ...failed.map(({ hash, failure }) => `  ${hash} ${failure}`),
    ...(missing.length > 0 ? [bold('Missing pictures'), ...missing.map(describeRefused)] : []),
    ...(failed.length + missing.length > 0 ? ['Try them again with: store pictures retry'] : []),
  ].join('\n');
}

export async function showPictures(flags: OutputOptions): Promise<void> {
  print(await withStore(readState), flags, describe);
}

interface RetryFlags extends OutputOptions {
  pictures?: string;
}

export async function retryPictures({ pictures: folder, ...flags }: RetryFlags): Promise<void> {
  const progress = new ProgressBar();
  const result = await withStore(async (db) => {
    const { pictures } = await openFiles();
    const queue = createEncodingQueue(db);
    for await (const { name } of pictures.list()) {
      const hash = hashOfSource(name);
      if (hash) await queue.add(hash);
    }
    const source = openPictureSource(db, pictures, folder);
    const stored = await retryMissingPictures(db, source, (done, total) => progress.update('pictures', done, total));
    return { stored, ...(await readState(db)) };
  }).finally(() => progress.clear());
  print(result, flags, ({ stored, ...state }) =>
    [green(`${formatNumber(stored)} missing ${stored === 1 ? 'picture' : 'pictures'} stored.`), describe(state)].join('\n'),
  );
  if (result.missing.length > 0) commandContext().exitCode = PICTURES_MISSING;
}
