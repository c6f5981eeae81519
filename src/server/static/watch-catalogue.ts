import { setTimeout as sleep } from 'node:timers/promises';
import { explainStartFailure } from '#server/process/explain-start-failure.ts';
import { readCatalogueRevision } from './read-catalogue.ts';
import { StoreReader, type StoreReaderOptions } from './store-reader.ts';

/** Poll interval of the catalogue revision, in milliseconds; and of the whole catalogue of a store that tells none. */
const POLL_MS = 5000;
const UNKNOWN_REVISION_MS = 5 * 60_000;

/** A change is published when no other follows within this time (milliseconds), but no later than ten times that. */
const SETTLE_MS = 2000;
const MAX_SETTLES = 10;

export interface WatchOptions {
  store: StoreReaderOptions;
  /** Revision of the published site; undefined if the store does not report one. */
  built: number | undefined;
  build: () => Promise<number | undefined>;
  print: (line: string) => void;
  pollMs?: number;
  settleMs?: number;
}

/**
 * Publishes each change of the catalogue, and at once on SIGHUP. A failed build is printed and tried again. Resolves on SIGTERM and
 * SIGINT.
 */
export async function watchCatalogue(options: WatchOptions): Promise<void> {
  const { store, build, print, pollMs = POLL_MS, settleMs = SETTLE_MS } = options;
  let { built } = options;
  let isStopped = false;
  let isDue = false;
  let wake = new AbortController();
  const stop = (): void => {
    isStopped = true;
    wake.abort();
  };
  const requestBuild = (): void => {
    isDue = true;
    wake.abort();
  };
  process.once('SIGTERM', stop).once('SIGINT', stop).on('SIGHUP', requestBuild);
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: wake.signal }).catch(() => undefined);
  const readRevision = () => readCatalogueRevision(new StoreReader({ ...store, backoffMs: [] }));

  /** Waits until the catalogue has stopped changing. */
  async function settle(first: number | undefined): Promise<void> {
    let revision = first;
    for (let i = 0; i < MAX_SETTLES && !wake.signal.aborted; i++) {
      await pause(settleMs);
      const next = await readRevision();
      if (next === revision) return;
      revision = next;
    }
  }

  print('Waiting for changes of the catalogue.');
  while (!isStopped) {
    await pause(built === undefined ? UNKNOWN_REVISION_MS : pollMs);
    if (isStopped) break;
    try {
      const revision = isDue ? undefined : await readRevision();
      if (isDue || revision === undefined || revision !== built) {
        if (!isDue) await settle(revision);
        isDue = false;
        wake = new AbortController();
        built = await build();
      }
    } catch (error) {
      print(`${explainStartFailure(error)}. The published site stays as it is; the next attempt follows.`);
    }
  }
  process.off('SIGTERM', stop).off('SIGINT', stop).off('SIGHUP', requestBuild);
}
