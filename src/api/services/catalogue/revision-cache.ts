import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import { shareInFlight } from '#api/services/concurrency.ts';

interface Cache<Value> {
  /** The latest build; `at` is when it began (performance.now()). */
  entry?: { revision: number; at: number; value: Value | Promise<Value> } | undefined;
  built?: Value;
}

/**
 * Caches one value per database and builds it again when the revision has grown. Concurrent callers share one build; a failed build is
 * not cached. A value of which `keepMs` is not 0 takes long to build: then it is built in the background, at most once in so many milliseconds,
 * and the last one is returned meanwhile.
 */
export function cacheByRevision<Value>(
  readRevision: (db: Db) => Promise<number>,
  build: (db: Db) => Value | Promise<Value>,
  keepMs: (value: Value) => number = () => 0,
) {
  const cacheOf = keepPerDatabase((): Cache<Value> => ({}));
  const rebuild = async (db: Db, cache: Cache<Value>, revision: number): Promise<Value> => {
    const entry = { revision, at: performance.now(), value: build(db) };
    cache.entry = entry;
    try {
      const built = await entry.value;
      if (cache.entry === entry) cache.built = built;
      return built;
    } catch (error) {
      if (cache.entry === entry) cache.entry = undefined;
      throw error;
    }
  };
  return async (db: Db): Promise<Value> => {
    const revision = await readRevision(db);
    const cache = cacheOf(db);
    const { entry, built } = cache;
    const isCurrent = entry?.revision === revision;
    const kept = built === undefined ? 0 : keepMs(built);
    if (built === undefined || kept === 0) return isCurrent ? entry.value : rebuild(db, cache, revision);
    const isDue = !entry || performance.now() - entry.at > kept;
    if (!isCurrent && isDue) rebuild(db, cache, revision).catch(() => undefined);
    return built;
  };
}

/**
 * Caches up to `maxEntries` results of catalogue queries until the revision that they depend on grows. The key is the JSON of the query.
 * Concurrent callers share one computation: the listing of a page and its filter options ask for the same search at the same time.
 */
export function memoiseByRevision<Result>(maxEntries: number, readRevision: (db: Db) => Promise<number>) {
  const readEntries = cacheByRevision(readRevision, () => ({
    results: new Map<string, Result>(),
    share: shareInFlight<Result>(),
  }));
  return async (db: Db, query: unknown, compute: () => Promise<Result>): Promise<Result> => {
    const { results, share } = await readEntries(db);
    const key = JSON.stringify(query);
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = await share(key, compute);
    if (results.size >= maxEntries) results.clear();
    results.set(key, result);
    return result;
  };
}
