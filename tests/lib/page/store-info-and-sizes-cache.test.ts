import { expect, test } from 'vitest';
import { withReplyCache } from '#lib/page/store/store-info-and-sizes-cache.ts';

function cachedStore() {
  const state: { revision: number | undefined; status: number } = { revision: 1, status: 200 };
  const answered: string[] = [];
  const send = withReplyCache(
    async (request) => {
      answered.push(`${new URL(request.url).pathname} ${await request.text()}`);
      return Response.json({ at: state.revision }, { status: state.status, headers: { 'surrogate-key': 'store' } });
    },
    () => state.revision,
  );
  const ask = async (path: string, body = '{}') => {
    const response = await send(new Request(`http://store.test/api${path}`, { method: 'POST', body }), body);
    return [response.status, response.headers.get('surrogate-key'), await response.text()];
  };
  return { state, answered, send, ask };
}

test('a call that every page makes is answered once per revision', async () => {
  const { state, answered, ask } = cachedStore();
  const first = await ask('/store-info');
  expect(await ask('/store-info')).toEqual(first);
  expect(answered).toHaveLength(1);
  state.revision = 2;
  expect((await ask('/store-info'))[2]).toBe('{"at":2}');
  expect(answered).toHaveLength(2);
});

test('different parameters, other calls and failures are answered each time', async () => {
  const { state, answered, ask } = cachedStore();
  await ask('/subcategory-variations', '{"sub_category_id":[1]}');
  await ask('/subcategory-variations', '{"sub_category_id":[2]}');
  for (let i = 0; i < 2; i++) await ask('/search');
  expect(answered).toHaveLength(4);
  state.status = 500;
  for (let i = 0; i < 2; i++) expect((await ask('/store-info'))[0]).toBe(500);
  expect(answered).toHaveLength(6);
});

test('nothing is kept while the revision cannot be read, or across a change', async () => {
  const { state, answered, ask } = cachedStore();
  state.revision = undefined;
  for (let i = 0; i < 2; i++) await ask('/store-info');
  expect(answered).toHaveLength(2);
});

test('a body that is not known as JSON is not taken for another one', async () => {
  const { answered, send } = cachedStore();
  const ask = (body: string) => send(new Request('http://store.test/api/subcategory-variations', { method: 'POST', body }));
  await ask('{"sub_category_id":[1]}');
  await ask('{"sub_category_id":[2]}');
  expect(answered).toEqual([
    '/api/subcategory-variations {"sub_category_id":[1]}',
    '/api/subcategory-variations {"sub_category_id":[2]}',
  ]);
});

test('a reply can be read by several callers', async () => {
  const { ask, answered } = cachedStore();
  expect(await Promise.all([ask('/store-info'), ask('/store-info')])).toEqual([
    [200, 'store', '{"at":1}'],
    [200, 'store', '{"at":1}'],
  ]);
  expect((await ask('/store-info'))[2]).toBe('{"at":1}');
  expect(answered.length).toBeLessThanOrEqual(2);
});
