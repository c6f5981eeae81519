import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import { readHomeSections } from '#api/services/store/home-sections.ts';
import { UNARRANGED_HOME } from '#api/services/store/settings.ts';
import { defaultHomeSections } from '#lib/rules/store-defaults.ts';
import { csvFile, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

let dataDir: string;
let folder: string;
beforeEach(async () => {
  [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
});

const columns = ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty', 'Image Src'];
const importRows = (...rows: string[][]) =>
  store(dataDir, 'import', csvFile([columns, ...rows], 'products.csv', folder), '--pictures', folder);
const photo = (name: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8a2b2b' } })
    .jpeg()
    .toFile(join(folder, name));
const file = (content: unknown, name = 'home.json') => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const printed = async (command: string) => JSON.parse((await store(dataDir, command)).out);

async function sections() {
  const db = await openDatabase(dataDir);
  try {
    return await readHomeSections(db);
  } finally {
    await db.destroy();
  }
}

describe('the home page before the owner arranges it', () => {
  test('has the default sections while there are no products', async () => {
    expect(await sections()).toEqual(defaultHomeSections);
  });

  test('is stored by the text that earlier versions stored', () => {
    expect(UNARRANGED_HOME).toBe(JSON.stringify(defaultHomeSections));
  });

  test('opens with the name, one sentence and a large picture of the largest category', async () => {
    await photo('small.jpg', 300, 400);
    await photo('large.jpg', 1200, 1600);
    await importRows(
      ['a', 'A', 'Sarees', '499', '4', 'small.jpg'],
      ['b', 'B', 'Kurtas', '499', '4', 'large.jpg'],
      ['c', 'C', 'Kurtas', '499', '4', 'small.jpg'],
    );
    const [categories, front, ...others] = await sections();
    expect(front).toMatchObject({
      type: 'banner',
      slides: [
        {
          heading: 'Meena Stores',
          text: 'Shop Kurtas and Sarees online.',
          link: '/shop',
          image: expect.stringContaining('1200x1600'),
        },
      ],
    });
    expect([categories, ...others]).toEqual(defaultHomeSections);
    await store(dataDir, 'theme', 'set', 'tagline=Handloom from Mysuru.');
    expect(JSON.stringify(await sections())).toContain('Handloom from Mysuru.');
  });

  test('leaves the categories out where there is one, and says what shipping costs where none has a name', async () => {
    await importRows(['a', 'A', '', '499', '4', '']);
    expect(await sections()).toMatchObject([
      { type: 'banner', slides: [{ text: 'Free shipping on every order.', image: '' }] },
      { type: 'new_arrivals' },
    ]);
  });
});

describe('store home', () => {
  test('prints what the page has, and sets sections, pictures and the line above the header together', async () => {
    await photo('front.jpg', 1600, 900);
    await importRows(['a', 'A', 'Sarees', '499', '4', '']);
    const front = await printed('home');
    expect(front.sections.map(({ type }: { type: string }) => type)).toEqual(['banner', 'new_arrivals']);
    const wanted = {
      announcement: 'Diwali offers',
      sections: [
        { type: 'banner', slides: [{ image: 'front.jpg', heading: 'Silk', link: '/shop?categories=sarees' }] },
        { type: 'products', title: 'Sarees', sub_category: 'sarees', limit: 4 },
        { type: 'products', title: 'Chosen', slugs: ['a'] },
      ],
    };
    expect(await store(dataDir, 'home', file(wanted))).toMatchObject({ code: 0, out: expect.stringContaining('3 sections') });
    const saved = await printed('home');
    expect(saved.announcement).toBe('Diwali offers');
    expect(saved.sections[0].slides[0].image).toMatch(/^\/media\/.*#1200x675/);
    expect((await store(dataDir, 'home', file(saved))).code).toBe(0);
    expect(await printed('home')).toEqual(saved);
    await store(dataDir, 'home', file({ announcement: '', sections: [] }));
    expect(await printed('home')).toEqual({ ...front, announcement: '' });
  });

  const wrong: [content: unknown, said: string][] = [
    ['{ "sections": [\n', 'is not JSON: there is a mistake'],
    [[], 'The file must be { "announcement": …, "sections": […] }'],
    [{ sections: [{ type: 'hero' }] }, 'sections 1, type must be one of banner, categories, products, new_arrivals, promo'],
    [{ sections: [{ type: 'categories', titel: 'x', title: 'y' }] }, 'sections 1 must not have "titel"'],
    [{ sections: [{ type: 'categories' }] }, 'sections 1, title must be a text in quotes'],
    [{ sections: [{ type: 'products', title: 'x', limit: 0 }] }, 'sections 1, limit must be a whole number from 1 to'],
    [{ sections: [{ type: 'products', title: 'x', sub_category: 'Hats' }] }, 'the shop has no category "Hats" on sale'],
    [{ sections: [{ type: 'products', title: 'x', slugs: ['zz'] }] }, 'the shop does not sell zz'],
    [
      { sections: [{ type: 'products', title: 'x', link: '/shp' }] },
      'sections 1, link leads to "/shp", which is no page of the shop',
    ],
    [
      { sections: [{ type: 'products', title: 'x', link: 'javascript:alert(1)' }] },
      'link must be a page of the shop such as /shop',
    ],
    [{ sections: [{ type: 'products', title: 'x', link: '/returns' }] }, 'The page /returns has no text yet'],
    [{ sections: [{ type: 'banner', slides: [] }] }, 'sections 1, slides must not be empty'],
    [{ sections: [{ type: 'promo', image: 'none.jpg', heading: 'x' }] }, 'There is no picture "none.jpg" beside the file'],
    [{ announcement: 'x'.repeat(121), sections: [] }, 'announcement may have at most 120 characters'],
  ];

  test.each(wrong)('refuses %j and changes nothing', async (content, said) => {
    const before = await printed('home');
    expect(await store(dataDir, 'home', file(content))).toMatchObject({ code: 1, err: expect.stringContaining(said) });
    expect(await printed('home')).toEqual(before);
  });
});

describe('store menu', () => {
  test('prints and sets the entries, and an empty list takes them away', async () => {
    expect(await printed('menu')).toEqual([]);
    const menu = [
      { label: 'Sarees', link: '/shop?categories=sarees' },
      { label: 'Our blog', link: 'https://blog.example/' },
    ];
    expect((await store(dataDir, 'menu', file(menu, 'menu.json'))).code).toBe(0);
    expect(await printed('menu')).toEqual(menu);
    await store(dataDir, 'menu', file([], 'menu.json'));
    expect(await printed('menu')).toEqual([]);
  });

  test.each<[unknown, string]>([
    [{}, 'must be a list in square brackets'],
    [[{ label: 'A' }], ' 1, link must be a text in quotes'],
    [[{ label: 'A', link: 'shop' }], 'link must be a page of the shop such as /shop'],
    [
      [
        { label: 'x'.repeat(30), link: '/shop' },
        { label: 'y'.repeat(30), link: '/faq' },
      ],
      'labels of more than 48 characters in all',
    ],
    [Array(6).fill({ label: 'A', link: '/shop' }), 'may have at most 5 entries'],
    [[{ label: 'Returns', link: '/returns' }], 'The page /returns has no text yet'],
  ])('refuses %j', async (content, said) => {
    expect(await store(dataDir, 'menu', file(content, 'menu.json'))).toMatchObject({
      code: 1,
      err: expect.stringContaining(said),
    });
  });
});
