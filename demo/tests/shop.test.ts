import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { catalogueFiles, photographs, pictures, productHandles, readStore } from '@haat/demo-shop';
import { describe, expect, test } from 'vitest';
import { drawPicture } from '#drawing/programs.ts';

const folder = join(import.meta.dirname, '..');

async function drawAll(): Promise<Map<string, string>> {
  const drawn = new Map<string, string>();
  for await (const [name, svg] of pictures()) {
    expect(drawn.has(name), `${name} is drawn once`).toBe(false);
    drawn.set(name, svg);
  }
  return drawn;
}

describe('pictures', () => {
  test('every drawing is one SVG document of known size without a number or value that failed', async () => {
    const drawn = await drawAll();
    expect(drawn.size).toBeGreaterThan(400);
    for (const [name, svg] of drawn) {
      const size = /^(banner|promo)-/.test(name) ? '0 0 1600 700' : '0 0 900 1200';
      expect(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}" `), name).toBe(true);
      expect(svg.endsWith('</svg>'), name).toBe(true);
      expect(svg, name).not.toMatch(/NaN|undefined|Infinity|null|\[object/);
    }
  });

  test('a second run draws the same pictures, byte for byte', async () => {
    expect(await drawAll()).toEqual(await drawAll());
  });

  test('every id is used once, and every reference leads to an element of the same drawing', async () => {
    for (const [name, svg] of await drawAll()) {
      const ids = [...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id as string);
      // `url(#none)` leads nowhere on purpose: a missing paint draws nothing.
      const known = new Set([...ids, 'none']);
      const missing = [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)]
        .map(([, id]) => id as string)
        .filter((id) => !known.has(id));
      expect({ missing, ids: ids.length }, name).toEqual({ missing: [], ids: new Set(ids).size });
    }
  });

  test('all drawings together stay below 7 MB, and each below 100 KB', async () => {
    const sizes = [...(await drawAll()).values()].map((svg) => Buffer.byteLength(svg));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(7_000_000);
    expect(Math.max(...sizes)).toBeLessThan(100_000);
  });

  test('a kind that no program draws is refused with the kinds that there are', () => {
    expect(() => drawPicture({ draw: 'sofa' })).toThrow(/^No program draws "sofa"; there are backpack, banner, /);
  });
});

describe('catalogue', () => {
  test('store.json lists every CSV file once', async () => {
    const names = readdirSync(join(folder, 'catalogue'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.csv'),
    );
    const { catalogue } = await readStore();
    expect(catalogue.toSorted()).toEqual(names.sort());
    expect(await catalogueFiles()).toEqual(catalogue.map((name) => join(folder, 'catalogue', name)));
  });

  test('every CSV file has the pictures that it names, one of its category, and no others, in the file beside it', async () => {
    for (const file of await catalogueFiles()) {
      const named = new Set(readFileSync(file, 'utf8').match(/[a-z\d-]+\.svg/g));
      named.add(`category-${basename(file, '.csv')}.svg`);
      const drawn = Object.keys(JSON.parse(readFileSync(file.replace(/\.csv$/, '.pictures.json'), 'utf8')) as object);
      expect(drawn.toSorted(), basename(file)).toEqual([...named].sort());
    }
  });

  test('every photograph is in a product, and every product has the photographs that it names', async () => {
    const named = new Set<string>();
    for (const file of await catalogueFiles('photos'))
      for (const [name] of readFileSync(file, 'utf8').matchAll(/[a-z\d-]+\.webp/g)) named.add(name);
    const names = await Array.fromAsync(photographs(), ([name]) => name);
    expect(names.toSorted()).toEqual([...named].sort());
    expect(JSON.stringify(await readStore('photos')).match(/[a-z\d-]+\.webp/g)).toSatisfy((used: string[]) =>
      used.every((name) => named.has(name)),
    );
  });

  test('there are 199 products with drawings and 42 with photographs, each with a handle of its own', async () => {
    const handles = await productHandles();
    expect(new Set(handles).size).toBe(241);
  });
});

test('pages come as texts, and the pictures of the home page are drawn', async () => {
  const { settings, home_sections: sections } = await readStore();
  for (const key of ['terms', 'privacy', 'returns', 'shipping_policy']) expect(settings[key]).toMatch(/\n## /);
  const named = JSON.stringify(sections).match(/[a-z-]+\.svg/g) ?? [];
  const drawn = await drawAll();
  expect(named.length).toBe(4);
  expect(named.filter((name) => !drawn.has(name))).toEqual([]);
});
