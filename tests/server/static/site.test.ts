import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { renameProduct } from '#api/services/catalogue/old-slugs.ts';
import { saveRedirects } from '#api/services/redirects/redirects.ts';
import { projectFolder } from '#server/builds/build-folder.ts';
import type { LoopbackServer } from '#tests/support/listen-on-loopback.ts';
import { startStaticServer } from '#tests/support/static-site/static-server.ts';
import { openStaticShop, PUBLIC_API, SITE_URL, type StaticShop } from './static-shop.ts';

let site: StaticShop;
let server: LoopbackServer;
let tee: { id: number };

beforeAll(async () => {
  site = await openStaticShop();
  tee = await site.shop.add({ name: 'Plain Tee', category: 'Kids & Toys', slug: 'plain-tee', stock: { S: 3, M: 40 } });
  await site.shop.add({ name: 'Odd', category: 'साड़ी', slug: 'साड़ी "x"' });
  await site.shop.add({ name: 'Cap', category: 'Caps', slug: 'cap.v2' });
  await site.build();
  server = await startStaticServer(site.outDir);
});
afterAll(async () => {
  server?.stop();
  await site?.close();
});

const read = (file: string): string => readFileSync(join(site.outDir, file), 'utf8');
const listFiles = (): string[] =>
  readdirSync(site.outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(site.outDir, join(entry.parentPath, entry.name)));
const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
const pages = (): string[] => listFiles().filter((file) => file.endsWith('.html'));

describe('a static site', () => {
  test('has a file for each page, category and product, with compressed copies', async () => {
    for (const path of [
      '/',
      '/shop',
      '/shop/caps',
      '/shop/%E0%A4%B8%E0%A4%BE%E0%A4%A1%E0%A4%BC%E0%A5%80',
      '/products/plain-tee',
      '/products/cap.v2',
      '/my-account/orders',
      '/signin',
      '/sitemap.xml',
      '/sitemap-products-1.xml',
      '/feed.xml',
      '/robots.txt',
      '/favicon.svg',
      '/apple-touch-icon.png',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    for (const file of ['index.html', 'products/plain-tee.html', 'shop/caps.html', 'sitemap.xml']) {
      const copies = [
        brotliDecompressSync(readFileSync(join(site.outDir, `${file}.br`))),
        gunzipSync(readFileSync(join(site.outDir, `${file}.gz`))),
      ];
      for (const copy of copies) expect(copy.toString()).toBe(read(file));
    }
    expect(read('shop/caps.html')).toContain('>Cap</a>');
    expect(read('shop/caps.html')).not.toContain('>Plain Tee</a>');
  });

  test('has no page, style, script or address of the admin', () => {
    const source = readdirSync('src/admin', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:astro|css)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    // Classes of the admin in HTML, styles and scripts, and paths below its address.
    const marks = [/class="(?:[^"]* )?a-[a-z]/, /\.a-[a-z]/, /["'` ]a-[a-z]{3,}["'` ]/, /\/admin\b/];
    for (const mark of marks) expect(source).toMatch(mark);
    const files = listFiles();
    expect(files.filter((file) => /admin|(?:^|\/)push-worker/i.test(file))).toEqual([]);
    const texts = files.filter((file) => /\.(?:html|js|css|json|webmanifest|xml|txt|svg)$/.test(file));
    expect(texts.length).toBeGreaterThan(20);
    const found = texts.flatMap((file) => marks.flatMap((mark) => mark.exec(read(file))?.[0] ?? []).map((text) => [file, text]));
    expect(found).toEqual([]);
  });

  test('answers Page Not Found for other paths, and for a product whose slug is no file name on every host', async () => {
    for (const path of ['/nothing', '/products/none', `/products/${encodeURIComponent('साड़ी "x"')}`]) {
      const response = await get(path);
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Page Not Found')]);
    }
  });

  test('redirects as the Node host does, also without rules of the host', async () => {
    expect((await get('/my-account')).headers.get('location')).toBe('/my-account/account');
    expect(read('my-account.html')).toContain('content="0;url=/my-account/account"');
  });

  test('links only to what it has', async () => {
    const broken = new Set<string>();
    for (const file of pages()) {
      // Templates hold links too.
      for (const [, url = ''] of read(file).matchAll(/\b(?:href|src|action|component-url|renderer-url)="([^"#?]*)[^"]*"/g)) {
        const target = url.startsWith(SITE_URL) ? url.slice(SITE_URL.length) || '/' : url;
        if (!/^\/(?!\/)/.test(target) || target.includes('%22')) continue;
        const path = target.replaceAll('&amp;', '&');
        const isFile = ['.html', ''].some((end) =>
          existsSync(join(site.outDir, decodeURI(path === '/' ? '/index' : path) + end)),
        );
        if (!isFile && !path.startsWith('/products/साड़ी')) broken.add(`${file}: ${url}`);
      }
    }
    expect([...broken]).toEqual([]);
    for (const [, url = ''] of (read('sitemap-pages.xml') + read('sitemap-products-1.xml')).matchAll(/<loc>([^<]*)</g)) {
      const path = new URL(url).pathname;
      if (!path.includes('%22')) expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
  });

  test('names no machine', () => {
    const names = [site.apiUrl, '127.0.0.1', 'localhost', 'store.internal', projectFolder, site.outDir, site.shop.dataDir];
    const naming = listFiles()
      .filter((file) => !/\.(?:br|gz|png|ico|woff2)$/.test(file))
      .flatMap((file) => names.filter((name) => read(file).includes(name)).map((name) => `${file}: ${name}`));
    // Scripts compare host names with that of a local shop.
    expect(naming.filter((line) => !/^_astro\/.*: (?:localhost|127)/.test(line))).toEqual([]);
  });

  test('has pictures, links and calls at the addresses of its settings', () => {
    const html = read('products/plain-tee.html');
    expect(html).toContain(`src="https://api.shop.example/media/a.svg"`);
    expect(html).toContain(`<link rel="canonical" href="${SITE_URL}/products/plain-tee">`);
    expect(read('shop/caps.html')).toContain(`<link rel="canonical" href="${SITE_URL}/shop/caps">`);
    expect(read('sitemap-pages.xml')).toContain(`<loc>${SITE_URL}/shop/caps</loc>`);
    const scripts = listFiles().filter((file) => /^_astro\/.*\.js$/.test(file));
    expect(scripts.some((file) => read(file).includes(PUBLIC_API))).toBe(true);
  });

  test('has a content security policy in each page that allows its own scripts and styles', () => {
    const isRedirect = (name: string) => name === 'my-account.html' || name.startsWith('collections/');
    for (const file of pages().filter((name) => !isRedirect(name))) {
      const html = read(file);
      const policy = /<meta http-equiv="content-security-policy" content="([^"]*)">/.exec(html)?.[1] ?? '';
      expect(policy, file).toMatch(/connect-src 'self' https:\/\/api\.shop\.example/);
      expect(policy, file).toMatch(/img-src [^;]*https:\/\/api\.shop\.example/);
      expect(policy, file).not.toMatch(/frame-ancestors|report-uri/);
      for (const [, attributes = '', code = ''] of html.matchAll(/<(?:script|style)\b([^>]*)>([\s\S]*?)<\/(?:script|style)>/g)) {
        // Data in a script element needs no hash.
        if (/\bsrc=|type="application\//.test(attributes) || !code) continue;
        expect(policy, `${file}: ${code.slice(0, 80)}`).toContain(createHash('sha256').update(code).digest('base64'));
      }
    }
    expect(read('_headers')).toContain("content-security-policy: frame-ancestors 'none'");
  });

  test('has the variants of pages that depend on their query, each once', () => {
    const queries = (file: string) => [...read(file).matchAll(/<template data-query="([^"]*)">/g)].map(([, query]) => query);
    expect(queries('signin.html')).toEqual(['verify', 'registered', 'reset', 'way=code', 'way=password']);
    for (const file of ['reset-password.html', 'stop-alert.html']) expect(queries(file)).toEqual(['token']);
    expect(
      pages()
        .filter((file) => queries(file).length > 0)
        .sort(),
    ).toEqual(['reset-password.html', 'signin.html', 'stop-alert.html']);
  });
});

describe('a later build', () => {
  const times = () => new Map(pages().map((file) => [file, statSync(join(site.outDir, file)).mtimeMs]));
  const changedSince = (before: Map<string, number>) =>
    pages()
      .filter((file) => before.get(file) !== times().get(file))
      .sort();

  test('of an unchanged catalogue writes nothing', async () => {
    const before = times();
    expect(await site.build()).toMatchObject({ rendered: 0, removed: 0 });
    expect(site.printed.at(-1)).toBe('The catalogue is unchanged.');
    expect(changedSince(before)).toEqual([]);
  });

  test('renders only what shows a changed product, and not for stock that no page shows', async () => {
    const before = times();
    await site.shop.change(async (tx) => {
      await tx.updateTable('variant').set({ stock: 39 }).where('product_id', '=', tee.id).where('stock', '=', 40).execute();
      await bumpRevision(tx);
    });
    await site.build();
    expect(changedSince(before)).toEqual([]);
    await site.shop.change(async (tx) => {
      await tx.updateTable('product').set({ name: 'Plainer Tee' }).where('id', '=', tee.id).execute();
      await bumpRevision(tx);
    });
    await site.build();
    const changed = changedSince(before);
    expect(changed).toEqual(expect.arrayContaining(['index.html', 'shop.html', 'products/plain-tee.html']));
    expect(changed).not.toEqual(expect.arrayContaining(['products/cap.v2.html']));
    expect(changed).not.toContain('faq.html');
    expect(brotliDecompressSync(readFileSync(join(site.outDir, 'products/plain-tee.html.br'))).toString()).toContain(
      'Plainer Tee',
    );
  });

  test('adds new products, and removes the files of products and categories that are gone', async () => {
    await site.shop.add({ name: 'Lamp', category: 'Caps', slug: 'lamp' });
    await site.shop.change(async (tx) => {
      await tx.updateTable('product').set({ active: 0 }).where('id', '=', tee.id).execute();
      await bumpRevision(tx);
    });
    expect(await site.build()).toMatchObject({ removed: 3 });
    expect((await get('/products/lamp')).status).toBe(200);
    expect(listFiles().filter((file) => file.includes('plain-tee'))).toEqual([]);
  });

  test('leads from the former address of a product, from a collection of its category and from Shopify’s addresses', async () => {
    const { id } = await site.shop.add({ name: 'Lantern', category: 'Caps', slug: 'lantern' });
    await site.shop.change(async (tx) => {
      await renameProduct(tx, { id, slug: 'lantern' }, 'brass-lantern');
      await saveRedirects(tx, [
        { from: '/product/Old Lantern/', to: '/products/brass-lantern' },
        { from: '/?p=7', to: '/products/brass-lantern' },
      ]);
      await bumpRevision(tx);
    });
    await site.build();
    const rules = read('_redirects').split('\n');
    expect(rules).toContain('/products/lantern /products/brass-lantern 301');
    expect(rules).toContain('/product/old%20lantern /products/brass-lantern 301');
    expect(rules.filter((rule) => rule.includes('p=7'))).toEqual([]);
    expect(rules).toContain('/collections/caps /shop/caps 301');
    expect(rules).toContain('/collections/:collection/products/:product /products/:product 301');
    expect(read('products/lantern.html')).toContain('url=/products/brass-lantern');
    expect((await get('/products/brass-lantern')).status).toBe(200);
  });

  test('that cannot reach the store leaves the site as it is and says what to do', async () => {
    const before = times();
    await expect(site.buildFrom('http://127.0.0.1:9/api')).rejects.toThrow(
      /^The store API at http:\/\/127\.0\.0\.1:9\/api cannot be reached \(.+\)\. Start it with npm start -- --api-only/,
    );
    await expect(site.buildFrom(site.apiUrl, { PUBLIC_STORE_APP_KEY: 'other' })).rejects.toThrow(
      /^The store refused the application key\. Set PUBLIC_STORE_APP_KEY/,
    );
    await expect(site.buildFrom(site.apiUrl.replace('/api', '/shop'))).rejects.toThrow(
      /answered POST \/store-info with 404 and something else than expected/,
    );
    expect(changedSince(before)).toEqual([]);
  });

  test('without compressed copies leaves none of the old ones', async () => {
    await site.build('--no-compress');
    expect(listFiles().filter((file) => /\.html\.(?:br|gz)$/.test(file))).toEqual([]);
  });

  test('copies the pictures on request', async () => {
    const media = join(site.shop.dataDir, 'media');
    mkdirSync(media, { recursive: true });
    writeFileSync(join(media, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await site.build('--pictures', 'copy', '--no-compress');
    expect(read('products/lamp.html')).toContain('src="/media/a.svg"');
    expect(read('media/a.svg')).toContain('<svg');
    expect(site.printed).toContain('2 picture files are missing in the store.');
    rmSync(media, { recursive: true });
  });

  test('of a store that has lost all its products is refused, unless every page is asked for', async () => {
    await site.shop.change(async (tx) => {
      await tx.updateTable('product').set({ active: 0 }).execute();
      await bumpRevision(tx);
    });
    const before = times();
    await expect(site.build()).rejects.toThrow(/^The store has no products, but the published site has\. Import them with/);
    expect(changedSince(before)).toEqual([]);
    await site.build('--full', '--no-compress');
    expect(site.printed).toContain('The store has no products yet. Import them with npm run store -- import products.csv.');
    expect(listFiles().filter((file) => file.startsWith('products/'))).toEqual([]);
    expect((await get('/shop')).status).toBe(200);
  });
});
