import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';

/** Timeout of the reads of one call on a standby, in milliseconds: then the primary answers. */
const READ_TIMEOUT_MS = 1500;

/** Which server answered a catalogue read. */
export type ReadSource = 'primary' | 'standby';

export interface CatalogueReader {
  /** Runs reads of the catalogue, on a standby or on the primary. `work` may run twice and must only read. */
  read: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
  /** The standbys by name, and whether each is in use. */
  standbys: () => { name: string; isReady: boolean }[];
  close: () => Promise<void>;
}

/** Reads from the only database. */
export const readFromPrimary = (db: Db): CatalogueReader => ({
  read: (work) => work(db),
  standbys: () => [],
  close: async () => undefined,
});

export interface ReaderOptions {
  /** Connection URLs of streaming standbys, each of one server. */
  readUrls: readonly string[];
  /** The catalogue revision that a reply must not be older than. */
  revision: () => number;
  log: Logger;
  /** Called for each read answered. */
  onRead?: (source: ReadSource) => void;
}

class StandbyTooSlow extends Error {
  constructor() {
    super(`no answer for ${READ_TIMEOUT_MS} ms`);
  }
}

/** Rejects when `work` takes too long; it continues until the statement timeout. */
async function withReadTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const timeout = sleep(READ_TIMEOUT_MS, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new StandbyTooSlow();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timeout.catch(() => undefined);
    stop.abort();
  }
}

/**
 * Opens a reader that prefers the standbys. A standby answers only what it has replayed up to the current revision; one that is down, slow
 * or behind is skipped. Each process keeps to one standby while that is usable, so that what a shopper sees does not go back.
 */
export async function openCatalogueReader(primary: Db, options: ReaderOptions): Promise<CatalogueReader> {
  const { readUrls, revision, log, onRead } = options;
  // Loads the PostgreSQL driver only for a shop with standbys.
  const { readPrimaryPosition, Standby } = await import('./standby.ts');
  const position = await readPrimaryPosition(primary);
  const standbys = readUrls.map(
    (url) =>
      new Standby(url, position, {
        onReady: (standby) => log.info({ standby }, 'a standby answers catalogue reads'),
        onUnavailable: (standby, error) => log.warn({ standby, fix: error.fix }, error.problem),
      }),
  );
  await Promise.all(standbys.map((standby) => standby.probe()));
  const preferred = Math.floor(Math.random() * standbys.length);
  const byPreference = [...standbys.slice(preferred), ...standbys.slice(0, preferred)];

  const read: CatalogueReader['read'] = async (work) => {
    const needed = revision();
    for (const standby of byPreference) {
      if (!(await standby.hasReplayed(needed))) continue;
      const { db } = standby;
      try {
        const result = await withReadTimeout(work(db));
        onRead?.('standby');
        return result;
      } catch (error) {
        standby.reportFailure(db, error);
        break;
      }
    }
    onRead?.('primary');
    return work(primary);
  };
  return {
    read,
    standbys: () => standbys.map(({ name, isReady }) => ({ name, isReady })),
    close: async () => void (await Promise.all(standbys.map((standby) => standby.close()))),
  };
}
