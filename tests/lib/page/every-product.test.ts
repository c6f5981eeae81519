import { afterEach, describe, expect, test } from 'vitest';
import { renderFeedFile } from '#lib/page/seo/merchant-feed.ts';
import { countProductFiles, streamProductBatches } from '#lib/page/seo/products-per-file.ts';
import { connectEmbeddedStore } from '#lib/page/store/client.ts';
import { xmlProblems } from '#tests/xml-schemas.ts';
import { makeProduct } from './product.ts';
import { makeStore } from './store.ts';

/** A store with `total` products in pages of `perPage`, of which it counts at most `counted`; counts its calls. */
function connectStore(total: number, perPage: number, counted = total): { asked: number } {
  const calls = { asked: 0 };
  connectEmbeddedStore(async (request) => {
    calls.asked += 1;
    const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
    const from = (page - 1) * perPage;
    const length = Math.max(0, Math.min(perPage, total - from));
    const data = Array.from({ length }, (_, i) => makeProduct({ slug: `p${from + i + 1}`, product_id: from + i + 1 }));
    const last = Math.max(1, Math.ceil(counted / perPage));
    const paging = { current_page: page, last_page: last, per_page: perPage, total: counted };
    return Response.json({ success: true, data, ...paging, ...(total > counted && { more: true }) });
  });
  return calls;
}

async function slugsOf(file: number, limit?: number): Promise<string[]> {
  const slugs: string[] = [];
  for await (const products of streamProductBatches(file, limit)) slugs.push(...products.map(({ slug }) => slug));
  return slugs;
}

afterEach(() => connectEmbeddedStore(() => Promise.reject(new Error('no store'))));

describe('a shop with more products than one file may hold', () => {
  test('has several files within the limit that list each product once', async () => {
    connectStore(23, 4);
    expect(await countProductFiles(10)).toBe(3);
    const each = await Promise.all([1, 2, 3].map((file) => slugsOf(file, 10)));
    expect(each.map((slugs) => slugs.length)).toEqual([8, 8, 7]);
    expect(new Set(each.flat()).size).toBe(23);
    expect(await slugsOf(4, 10)).toEqual([]);
  });

  test('stays far below the 50,000 entries of a sitemap, whatever page size the store uses', async () => {
    connectStore(7300, 1000);
    expect(await countProductFiles()).toBe(3);
    expect((await slugsOf(1)).length).toBe(3000);
  });

  test.each([10, 11, 12, 15, 16, 23, 24, 25, 47, 48, 200])(
    'has files for all %i where the store counts only ten',
    async (total) => {
      connectStore(total, 4, 10);
      const files = Math.ceil(total / 8);
      expect(await countProductFiles(10)).toBe(files);
      const each = await Promise.all(Array.from({ length: files + 1 }, (_, i) => slugsOf(i + 1, 10)));
      expect(new Set(each.flat()).size).toBe(total);
      expect(each.at(-1)).toEqual([]);
    },
  );

  test('has as many files for its feed', async () => {
    connectStore(3700, 100);
    const page = new URL('https://shop.example/feed.xml');
    const files = await Promise.all([1, 2, 3].map((file) => renderFeedFile(makeStore(), file, page)));
    expect(files.map((feed) => feed?.match(/<item>/g)?.length)).toEqual([3600, 100, undefined]);
    expect(files[2]).toBeUndefined();
    expect(await xmlProblems('product-feed', files[1] ?? '')).toEqual([]);
  });
});

test('few products fit one file, and none need none', async () => {
  connectStore(3, 24);
  expect([await countProductFiles(), (await slugsOf(1)).length, (await slugsOf(2)).length]).toEqual([1, 3, 0]);
  connectStore(0, 24);
  expect([await countProductFiles(), await slugsOf(1)]).toEqual([0, []]);
});

test('while a large file is generated, other requests are served in between', async () => {
  const calls = connectStore(300, 10);
  const served: number[] = [];
  let reading = true;
  const serve = (): void => {
    served.push(calls.asked);
    if (reading) setImmediate(serve);
  };
  setImmediate(serve);
  await slugsOf(1);
  reading = false;
  const longest = served.slice(1).map((asked, i) => asked - (served[i] as number));
  expect(served.length).toBeGreaterThan(20);
  expect(Math.max(...longest)).toBeLessThanOrEqual(2);
});
