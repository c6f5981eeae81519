import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { RedirectTable } from '#api/database/schema/redirects.ts';
import { MAX_REDIRECTS } from '#lib/contract/limits.ts';
import { isoNow } from '#lib/rules/durations.ts';
import * as paths from '#lib/rules/routes/fixed-paths.ts';
import { matchesOf, oldAddressKey, readRedirectTarget, withParameters } from '#lib/rules/routes/old-address.ts';
import { isOwnAddress } from './resolve-page.ts';

/** Redirects in one reply, and in one query. */
const LISTED_AT_ONCE = 1000;
const WRITTEN_AT_ONCE = 250;

/** Follows further redirects, which a target with a query of its own may have. */
const MAX_HOPS = 4;

async function findTarget(db: Db, address: string): Promise<string | undefined> {
  const matches = matchesOf(address);
  if (matches.length === 0) return undefined;
  const keys = padToPowerOfTwo(matches.map(({ key }) => key));
  const rows = await db.selectFrom('redirect').select(['path', 'target']).where('path', 'in', keys).execute();
  const targets = new Map(rows.map(({ path, target }) => [path, target]));
  for (const { key, rest } of matches) {
    const target = targets.get(key);
    if (target !== undefined) return withParameters(target, rest);
  }
  return undefined;
}

/** Where an address leads that no page answers; undefined if it leads nowhere or in a circle. */
export async function findRedirect(db: Db, address: string): Promise<string | undefined> {
  let found = await findTarget(db, address);
  for (let hops = 0; found?.startsWith('/'); hops++) {
    const next = await findTarget(db, found);
    if (next === undefined) return found;
    if (next === found || hops === MAX_HOPS) return undefined;
    found = next;
  }
  return found;
}

/** A part of the redirects in the order of their addresses, after one of them. */
export const listRedirects = (db: Db, after = ''): Promise<Pick<RedirectTable, 'path' | 'target' | 'at'>[]> =>
  db
    .selectFrom('redirect')
    .select(['path', 'target', 'at'])
    .where('path', '>', after)
    .orderBy('path')
    .limit(LISTED_AT_ONCE)
    .execute();

/** All redirects in the order of their addresses. */
export async function readAllRedirects(db: Db): Promise<Pick<RedirectTable, 'path' | 'target' | 'at'>[]> {
  const all: Awaited<ReturnType<typeof listRedirects>> = [];
  for (;;) {
    const part = await listRedirects(db, all.at(-1)?.path);
    all.push(...part);
    if (part.length < LISTED_AT_ONCE) return all;
  }
}

/** Former addresses that lead to products, by slug; those with a query or fragment in their target are left out. */
export async function readAddressesOf(db: Db, slugs: readonly string[]): Promise<Map<string, string[]>> {
  const bySlug = new Map(slugs.map((slug) => [paths.productPrefix + slug, slug]));
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('redirect')
    .select(['path', 'target_path'])
    .where('target_path', 'in', padToPowerOfTwo([...bySlug.keys()]))
    .where('target_path', '<>', '')
    .orderBy('path')
    .execute();
  const addresses = Map.groupBy(rows, ({ target_path }) => bySlug.get(target_path) ?? '');
  return new Map([...addresses].map(([slug, found]) => [slug, found.map(({ path }) => path)]));
}

export interface GivenRedirect {
  from: string;
  to: string;
}

/** A redirect that was not added; the problem is the end of a sentence. */
export interface RefusedRedirect<Given extends GivenRedirect> {
  given: Given;
  at: 'from' | 'to';
  problem: string;
}

/** What adding redirects did. `unchanged` were there already. */
export interface AddedRedirects<Given extends GivenRedirect> {
  added: number;
  changed: number;
  unchanged: number;
  refused: RefusedRedirect<Given>[];
}

/** The stored redirects that new ones from `keys` to `ends` touch: those of the same addresses, those that go on from the ends, and those to the addresses. */
async function readTouched(tx: Tx, keys: readonly string[], ends: readonly string[]): Promise<RedirectTable[]> {
  const query = tx.selectFrom('redirect').selectAll();
  const own = await query.where('path', 'in', padToPowerOfTwo([...new Set([...keys, ...ends])])).execute();
  const before = await query.where('target_path', 'in', padToPowerOfTwo(keys)).where('target_path', '<>', '').execute();
  return [...own, ...before];
}

/** Whether a target is the address itself, or what it is taken for without its query. */
const isItself = (target: string, key: string): boolean =>
  target.startsWith('/') && matchesOf(target).some((match) => match.key === key);

async function findProductPages(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const slugs = keys.flatMap((key) => (key.startsWith(paths.productPrefix) ? [key.slice(paths.productPrefix.length)] : []));
  if (slugs.length === 0) return new Set();
  const rows = await tx
    .selectFrom('product')
    .select('slug')
    .where('slug', 'in', padToPowerOfTwo(slugs))
    .where('active', '=', 1)
    .execute();
  return new Set(rows.map(({ slug }) => paths.productPrefix + slug));
}

/** Adds some redirects, each to the end of its chain, and leads those that ended at their addresses on. */
async function addSome<Given extends GivenRedirect>(
  tx: Tx,
  some: readonly { given: Given; key: string; target: string }[],
  room: number,
  result: AddedRedirects<Given>,
): Promise<void> {
  const ends = some.map(({ target }) => pathOfTarget(target));
  const stored = await readTouched(
    tx,
    some.map(({ key }) => key),
    ends.filter(Boolean),
  );
  const productPages = await findProductPages(
    tx,
    some.map(({ key }) => key),
  );
  const rows = new Map(stored.map((row) => [row.path, row]));
  const toPath = new Map<string, Set<string>>();
  const put = (row: RedirectTable) => {
    const former = rows.get(row.path);
    if (former) toPath.get(former.target_path)?.delete(row.path);
    rows.set(row.path, row);
    const leading = toPath.get(row.target_path) ?? new Set();
    toPath.set(row.target_path, leading.add(row.path));
  };
  for (const row of stored) put(row);
  const changed = new Set<string>();
  const at = isoNow();
  let left = room;
  for (const { given, key, target } of some) {
    const next = rows.get(pathOfTarget(target));
    const end = next ? next.target : target;
    const endPath = next ? next.target_path : pathOfTarget(target);
    const former = rows.get(key);
    if (productPages.has(key)) {
      result.refused.push({ given, at: 'from', problem: 'is the page of a product on sale' });
    } else if (isItself(end, key) || isItself(target, key)) {
      result.refused.push({ given, at: 'to', problem: 'leads back to the address itself' });
    } else if (former?.target === end) result.unchanged++;
    else if (!former && left === 0) {
      result.refused.push({ given, at: 'from', problem: `is one too many: a shop can have ${MAX_REDIRECTS} redirects` });
    } else {
      if (!former) left--;
      result[former ? 'changed' : 'added']++;
      for (const path of [key, ...(toPath.get(key) ?? [])]) {
        put({ path, target: end, target_path: endPath, at });
        changed.add(path);
      }
    }
  }
  await insertInBatches(
    [...changed].flatMap((path) => rows.get(path) ?? []),
    (batch) =>
      tx
        .insertInto('redirect')
        .values(batch)
        .onConflict((conflict) =>
          conflict.column('path').doUpdateSet((eb) => ({
            target: eb.ref('excluded.target'),
            target_path: eb.ref('excluded.target_path'),
            at: eb.ref('excluded.at'),
          })),
        )
        .execute(),
  );
}

/** A target as an address is compared; empty for one elsewhere. */
const pathOfTarget = (target: string): string => (target.startsWith('/') ? (oldAddressKey(target) ?? '') : '');

/**
 * Adds redirects, in place of those from the same addresses. `mayLeave` allows targets on other sites. Those that cannot be added are returned with the
 * reason. The caller raises the revision.
 */
export async function addRedirects<Given extends GivenRedirect>(
  tx: Tx,
  given: readonly Given[],
  mayLeave: boolean,
): Promise<AddedRedirects<Given>> {
  const result: AddedRedirects<Given> = { added: 0, changed: 0, unchanged: 0, refused: [] };
  const good = given.flatMap((one) => {
    const key = oldAddressKey(one.from);
    const read = readRedirectTarget(one.to, mayLeave);
    if (key === undefined) result.refused.push({ given: one, at: 'from', problem: 'is no address' });
    else if (isOwnAddress(key)) result.refused.push({ given: one, at: 'from', problem: 'is an address of this shop itself' });
    else if ('problem' in read) result.refused.push({ given: one, at: 'to', problem: read.problem });
    else return [{ given: one, key, target: read.target }];
    return [];
  });
  if (good.length === 0) return result;
  const { count } = await tx
    .selectFrom('redirect')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let from = 0; from < good.length; from += WRITTEN_AT_ONCE)
    await addSome(tx, good.slice(from, from + WRITTEN_AT_ONCE), MAX_REDIRECTS - Number(count) - result.added, result);
  return result;
}

/** As `addRedirects` with targets anywhere, and raises the revision if there is a change. */
export async function saveRedirects<Given extends GivenRedirect>(
  tx: Tx,
  given: readonly Given[],
): Promise<AddedRedirects<Given>> {
  const result = await addRedirects(tx, given, true);
  if (result.added + result.changed > 0) await bumpRevision(tx, []);
  return result;
}

/** Leads former addresses of a product to its page when it gets another slug. */
export async function moveRedirects(tx: Tx, from: string, to: string): Promise<void> {
  const page = paths.productPrefix + to;
  await tx.deleteFrom('redirect').where('path', '=', page).execute();
  await tx
    .updateTable('redirect')
    .set({ target: paths.productPrefix + encodeURIComponent(to), target_path: page })
    .where('target_path', '=', paths.productPrefix + from)
    .execute();
}

/** Removes the redirect of an address; false if there is none. Raises the revision. */
export async function removeRedirect(tx: Tx, from: string): Promise<boolean> {
  const key = oldAddressKey(from);
  if (key === undefined) return false;
  const { numDeletedRows } = await tx.deleteFrom('redirect').where('path', '=', key).executeTakeFirst();
  if (numDeletedRows > 0n) await bumpRevision(tx, []);
  return numDeletedRows > 0n;
}
