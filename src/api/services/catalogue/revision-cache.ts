import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import { shareInFlight } from '#api/services/concurrency.ts';

/**
 * Caches one value per database and builds it again when the revision has grown. Concurrent callers share one build; a failed build is
 * not cached.
 */
export function cacheByRevision<Value>(readRevision: (db: Db) => Promise<number>, build: (db: Db) => Value | Promise<Value>) {
  const cacheOf = keepPerDatabase((): { entry?: { revision: number; value: Value | Promise<Value> } | undefined } => ({}));
  return async (db: Db): Promise<Value> => {
    const revision = await readRevision(db);
    const cache = cacheOf(db);
    if (cache.entry?.revision === revision) return cache.entry.value;
    const entry = { revision, value: build(db) };
    cache.entry = entry;
    try {
      return await entry.value;
    } catch (error) {
      if (cache.entry === entry) cache.entry = undefined;
      throw error;
    }
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
