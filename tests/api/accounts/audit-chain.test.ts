import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purgeAudit, recordAudit } from '#api/services/audit.ts';
import { verifyChain } from '#api/services/audit-trail/verify-chain.ts';
import { openAgain, openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.change(async (tx) => {
    await tx.deleteFrom('audit_event').execute();
    await tx.updateTable('audit_chain').set({ base_seq: 0, base_hash: '', last_seq: 0, last_hash: '' }).execute();
  });
});

const record = (action: string, where = shop) =>
  where.change((tx) => recordAudit(tx, { actor: 'system', action, detail: { city: 'कोच्चि', n: 1 } }));
const verify = () => verifyChain(shop.store.db);
const ids = async () =>
  (await shop.store.db.selectFrom('audit_event').select('seq').orderBy('seq').execute()).map(({ seq }) => seq);

async function recordMany(count: number): Promise<void> {
  for (let i = 1; i <= count; i++) await record(`event ${i}`);
}

describe('the chain of the audit log', () => {
  test('holds over several processes that record at once, and over changes that are rolled back', async () => {
    const other = await openAgain(shop, { demoMode: true });
    const failing = () =>
      shop
        .change(async (tx) => {
          await recordAudit(tx, { actor: 'system', action: 'rolled back' });
          throw new Error('never mind');
        })
        .catch(() => undefined);
    const work = Array.from({ length: 20 }, (_, i) => [record(`a${i}`), failing(), record(`b${i}`, other)]).flat();
    await Promise.all(work);
    await other.close();
    expect(await ids()).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await verify()).toEqual({ events: 40, unchained: 0 });
  });

  test('holds for several events of one change, in their order', async () => {
    await shop.change(async (tx) => {
      for (const action of ['first', 'second', 'third']) await recordAudit(tx, { actor: 'system', action });
    });
    const rows = await shop.store.db.selectFrom('audit_event').select('action').orderBy('id').execute();
    expect(rows.map(({ action }) => action)).toEqual(['first', 'second', 'third']);
    expect(await verify()).toEqual({ events: 3, unchained: 0 });
  });

  test('is empty and whole in a new shop', async () => {
    expect(await verify()).toEqual({ events: 0, unchained: 0 });
  });

  test.each([
    ['at', '2020-01-01T00:00:00.000Z'],
    ['actor', 'owner:nobody'],
    ['action', 'sign-out'],
    ['subject', 'customer:1'],
    ['network', '203.0.113.0/24'],
    ['detail', '{}'],
    ['chain', '0'.repeat(64)],
    ['chain', null],
  ] as const)('names the first event whose %s was altered', async (column, value) => {
    await recordMany(5);
    await shop.change((tx) =>
      tx
        .updateTable('audit_event')
        .set({ [column]: value })
        .where('seq', 'in', [3, 5])
        .execute(),
    );
    expect(await verify()).toMatchObject({ broken: { problem: 'altered', seq: 3 } });
  });

  test.each([[[1]], [[3]], [[5]], [[2, 4]], [[1, 2, 3, 4, 5]]])('names the first of the removed events %j', async (removed) => {
    await recordMany(5);
    await shop.change((tx) => tx.deleteFrom('audit_event').where('seq', 'in', removed).execute());
    expect(await verify()).toMatchObject({ broken: { problem: 'removed', seq: removed[0] } });
  });

  test('names an event that was exchanged, or added at the end', async () => {
    await recordMany(3);
    const added = { seq: 4, at: 'x', actor: 'x', action: 'x', subject: '', network: null, detail: '{}', chain: 'x' };
    await shop.change((tx) => tx.insertInto('audit_event').values(added).execute());
    expect(await verify()).toMatchObject({ broken: { problem: 'altered', seq: 4 } });
  });

  test('holds after a purge, and goes on', async () => {
    await recordMany(3);
    const at = new Date(Date.now() - 401 * 24 * 60 * 60_000).toISOString();
    // The purge reads times only; that these were altered does not matter once they are gone.
    await shop.change((tx) => tx.updateTable('audit_event').set({ at }).where('seq', '<=', 2).execute());
    await shop.change(purgeAudit);
    expect(await ids()).toEqual([3]);
    expect(await verify()).toEqual({ events: 1, unchained: 0 });
    await record('next');
    await shop.change(purgeAudit);
    expect(await verify()).toEqual({ events: 2, unchained: 0 });
    await shop.change((tx) => tx.deleteFrom('audit_event').where('seq', '=', 3).execute());
    expect(await verify()).toMatchObject({ broken: { problem: 'removed', seq: 3 } });
  });

  test('holds after a purge of everything, and when a time in the future was recorded', async () => {
    await recordMany(3);
    const move = (days: number, seq: number) =>
      shop.change((tx) =>
        tx
          .updateTable('audit_event')
          .set({ at: new Date(Date.now() + days * 24 * 60 * 60_000).toISOString() })
          .where('seq', '=', seq)
          .execute(),
      );
    for (const [days, seq] of [
      [-500, 1],
      [900, 2],
      [-450, 3],
    ] as const)
      await move(days, seq);
    await shop.change(purgeAudit);
    expect(await ids()).toEqual([]);
    await record('next');
    expect(await ids()).toEqual([4]);
    expect(await verify()).toEqual({ events: 1, unchained: 0 });
  });

  test('leaves events of versions without a chain unchecked, also of a server that is still to be upgraded, until they are purged', async () => {
    const older = { at: '2020-01-01T00:00:00.000Z', actor: 'x', action: 'x', subject: '', network: null, detail: '{}' };
    const recordOlder = () =>
      shop.change((tx) =>
        tx
          .insertInto('audit_event')
          .values({ ...older, seq: null, chain: null })
          .execute(),
      );
    await recordOlder();
    await record('one');
    await recordOlder();
    await record('two');
    expect(await verify()).toEqual({ events: 2, unchained: 2 });
    await shop.change((tx) => tx.updateTable('audit_event').set({ seq: null, chain: null }).where('seq', '=', 1).execute());
    expect(await verify()).toMatchObject({ broken: { problem: 'removed', seq: 1 } });
  });
});
