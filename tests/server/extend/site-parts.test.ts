import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '#server/build.ts';
import { projectFolder } from '#server/builds/build-folder.ts';
import { spawnSources } from '#tests/support/cli/run-command.ts';
import { type RunningServer, startServer } from '#tests/support/start-server.ts';

/** Outside of the project, with no folder in common. */
const dataDir = mkdtempSync(join(tmpdir(), 'site-parts-'));
/** Inside the project, since a build imports the store from there. */
const buildsFolder = join(projectFolder, 'test-results', `builds-${process.pid}`);

const files: Record<string, string> = {
  'shop.config.ts': `import { defineShop, z } from 'haat/config';
import { pictureFeed as publishedFeed } from '${projectFolder}tests/fixtures/extensions/picture-feed/index.ts';
import published from './published.ts';

export default defineShop({
  ...published,
  fonts: {
    text: [
      { file: './parts/letters.woff2' },
      { file: './parts/devanagari.woff2', weight: '400 700', unicodeRange: 'U+900-97F' },
    ],
    title: { file: './parts/title.woff2', weight: '600', fallback: 'serif' },
  },
  sections: {
    ...published.sections,
    'published-feed': publishedFeed,
    unloadable: { component: './parts/Unloadable.astro', settings: z.object({}) },
    throwing: { component: './parts/Broken.astro', settings: z.object({}) },
    nonsense: { component: './parts/Nonsense.astro', settings: z.object({}) },
    'slow-to-load': { component: './parts/SlowToLoad.astro', settings: z.object({}) },
  },
  slots: {
    head: { component: './parts/Head.astro' },
    'after-header': { component: './parts/Hanging.astro' },
    'below-price': { component: './parts/Price.astro' },
    'after-description': { component: './parts/Broken.astro' },
    ...published.slots,
  },
});
`,
  'shop.css': '.button { border-radius: 3px }\n',
  'Head.astro': '<meta name="site-verification" content="abc">\n',
  'Hanging.astro': '---\nawait new Promise(() => {});\n---\n<p>never</p>\n',
  'Unloadable.astro': "---\nimport './unloadable.ts';\n---\n<p>never</p>\n",
  'unloadable.ts': "throw new Error('not loaded on purpose');\n",
  'SlowToLoad.astro': "---\nimport './slow.ts';\n---\n<p>never</p>\n",
  'slow.ts': 'await new Promise(() => {});\n',
  'Nonsense.astro': '---\nreturn { nonsense: [null] } as never;\n---\n<p>never</p>\n',
  'Price.astro':
    '---\nimport { shout } from \'./shout.ts\';\n---\n<p class="below">{shout(Astro.props.product.name)} at {Astro.props.store.store_name}</p>\n',
  'shout.ts': 'export const shout = (text: string): string => text.toUpperCase();\n',
  'Broken.astro': "---\nthrow new Error('broken on purpose');\n---\n",
  'Chat.astro': `<button class="chat" type="button">Chat</button>
<style>.chat { position: fixed }</style>
<script>
  document.querySelector('.chat')?.addEventListener('click', () => document.body.classList.add('chatting'));
</script>
`,
};

/** Files of the folder itself, where the example of the guide has them. */
const ofGuide = new Set(['shop.config.ts', 'shop.css', 'Chat.astro']);

const fontFiles: Record<string, string> = {
  'letters.woff2': 'src/lib/page/theme/subsets/nunito.woff2',
  'devanagari.woff2':
    'node_modules/@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2',
  'title.woff2': 'src/lib/page/theme/subsets/source-serif-4.woff2',
};

let shop: RunningServer;

function open(buildFolder: string): Promise<RunningServer> {
  const program = readdirSync(buildFolder).find((name) => name.startsWith('program-')) as string;
  return startServer([join(buildFolder, program, 'main.mjs')], { DATA_DIR: dataDir, METRICS_TOKEN: 'token' });
}

const home = (settings: unknown, name = 'picture-feed'): string => {
  const file = join(dataDir, 'home.json');
  writeFileSync(
    file,
    JSON.stringify({
      sections: [
        { type: 'custom', name, settings },
        { type: 'new_arrivals', title: 'New' },
      ],
    }),
  );
  return file;
};
const profile = { name: '@shop', link: 'https://pics.example/shop' };
const post = { image: 'lamp.jpg', alt: 'A lamp', link: 'https://pics.example/1' };
const store = (...args: string[]) => spawnSources(dataDir, ...args);

beforeAll(async () => {
  mkdirSync(join(dataDir, 'parts'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(dataDir, ofGuide.has(name) ? name : `parts/${name}`), text);
  cpSync(join(projectFolder, 'tests/fixtures/extensions/pages.ts'), join(dataDir, 'published.ts'));
  for (const [name, path] of Object.entries(fontFiles)) cpSync(join(projectFolder, path), join(dataDir, 'parts', name));
  cpSync(join(projectFolder, 'docs/shop.jpg'), join(dataDir, 'lamp.jpg'));
  writeFileSync(join(dataDir, 'products.csv'), 'Handle,Title,Type,Variant Price,Variant Inventory Qty\nlamp,Lamp,Home,499,4\n');
  await store('import', join(dataDir, 'products.csv'), '--no-pictures');
  const build = await buildIfNeeded(() => undefined, { buildsFolder, env: { ...process.env, DATA_DIR: dataDir } });
  shop = await open(build);
});

afterAll(async () => {
  await shop?.terminate();
  rmSync(buildsFolder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true });
});

const get = async (path: string) => {
  const response = await fetch(shop.url + path);
  return { status: response.status, headers: response.headers, html: await response.text() };
};

test('pages have the stylesheet after their own, and the components in their places', async () => {
  const { status, headers, html } = await get('/products/lamp');
  expect(status).toBe(200);
  expect(html).toMatch(/<meta name="site-verification" content="abc">[\s\S]*<\/head>/);
  expect(html).toMatch(/<body>\s*<style>\.button\{border-radius:3px\}/);
  expect(html).toMatch(/<p class="below">LAMP at [^<]+<\/p>/);
  expect(html).toMatch(/<\/footer>\s*<button class="chat"[^>]*>Chat<\/button>/);
  // Its style and its script too.
  expect(html).toMatch(/\.chat\b[^{]*\{position:fixed\}/);
  expect(html).toMatch(/chatting|ShopSlot|Chat\.astro/);
  const policy = headers.get('content-security-policy');
  for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src', 'img-src'])
    expect(policy).toMatch(new RegExp(`${name} [^;]*https://chat\\.example`));
});

test('pages have the fonts as files with a hash, each with a fallback of the same metrics', async () => {
  const { headers, html } = await get('/');
  const [style = ''] = /(?<=<style>).*?(?=<\/style>)/s.exec(html) ?? [];
  const files = [...style.matchAll(/font-family:"([^"]+)";src:url\((\/_astro\/[\w.-]+)\)[^}]*?font-weight:([\d ]+)[^}]*?}/g)];
  expect(files.map(([, family, , weight]) => [family, weight])).toEqual([
    ['Shop text', '400 700'],
    ['Shop text', '400 700'],
    ['Shop title', '600'],
  ]);
  for (const [index, name] of Object.keys(fontFiles).entries()) {
    const url = files[index]?.[2] as string;
    expect(url).toMatch(/^\/_astro\/[\w-]+\.[\w-]+\.woff2$/);
    const response = await fetch(shop.url + url);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect((await response.arrayBuffer()).byteLength).toBe(statSync(join(dataDir, 'parts', name)).size);
  }
  expect(style).toContain('unicode-range:U+900-97F');
  expect(style).toMatch(/"Fallback";src:local\("Roboto"\),local\("Arial"\).+"Fallback title";src:local\("Times New Roman"\)/);
  expect(style).toMatch(/--font:"Shop text",-apple-system,"Fallback",.+--title-font:"Shop title","Fallback title",/);
  expect(style).toContain('h1,h2,h3{font-family:var(--title-font)}');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'self'/);
});

test('a component that throws or hangs is left out, logged and counted, and the page is not kept', async () => {
  const { headers, html } = await get('/products/lamp');
  expect(html).not.toMatch(/never|broken on purpose/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(shop.output()).toContain('broken on purpose');
  const metrics = await (await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer token' } })).text();
  for (const place of ['slot after-header', 'slot after-description'])
    expect(metrics).toMatch(new RegExp(`shop_component_failures_total\\{component="${place}"\\} [1-9]`));
  const { out } = await store('doctor');
  expect(out).toMatch(/pages: The slot after-description of shop\.config\.ts was left out of pages .+: broken on purpose/);
});

test('a component that hangs slows one page, not the next ones', async () => {
  await get('/faq');
  const startedAt = performance.now();
  for (let i = 0; i < 5; i++) await get(`/shop?page=1&search=lamp${i}`);
  // Five pages with the limit of 2 s each would take 10.
  expect(performance.now() - startedAt).toBeLessThan(4000);
});

test.each(['picture-feed', 'published-feed'])(
  'the section %s has settings that its schema checks, and its pictures are stored',
  async (name) => {
    const saved = await store('home', home({ title: 'On the wall', profile, posts: [post] }, name));
    expect(saved).toMatchObject({ code: 0 });
    const { html } = await get('/');
    expect(html).toMatch(/<h2[^>]*>On the wall<\/h2>/);
    expect(html).toMatch(
      /<a [^>]*href="https:\/\/pics\.example\/1"[^>]*>[\s\S]*?<picture>[\s\S]*?src="\/media\/[^"]+"[^>]*alt="A lamp"/,
    );
  },
);

test('a section that throws, returns nonsense or cannot be loaded is left out by its name, and the others stay', async () => {
  const names = ['unloadable', 'throwing', 'slow-to-load'];
  const sections = [...names, 'nonsense'].map((name) => ({ type: 'custom', name, settings: {} }));
  const file = join(dataDir, 'home.json');
  writeFileSync(file, JSON.stringify({ sections: [...sections, { type: 'new_arrivals', title: 'Still here' }] }));
  expect(await store('home', file)).toMatchObject({ code: 0, err: '' });
  const { status, html } = await get('/');
  expect(status).toBe(200);
  expect(html).toContain('Still here');
  expect(html).not.toMatch(/never|on purpose/);
  const metrics = await (await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer token' } })).text();
  const { out } = await store('doctor');
  for (const name of names) {
    expect(metrics).toMatch(new RegExp(`shop_component_failures_total\\{component="section ${name}"\\} [1-9]`));
    expect(out).toContain(`The section ${name} of shop.config.ts was left out of pages`);
    expect(shop.output()).toContain(`section ${name}`);
  }
});

test.each<[unknown, string, RegExp]>([
  [{ title: '', profile, posts: [post] }, 'picture-feed', /sections 1, settings title: /],
  [{ title: 'Wall', profile, posts: [] }, 'picture-feed', /sections 1, settings posts: /],
  [{ title: 'Wall', profile, posts: [{ ...post, link: 'javascript:alert(1)' }] }, 'picture-feed', /settings posts 0 link: /],
  [{ title: 'Wall', profile, posts: [{ ...post, image: 'none.jpg' }] }, 'picture-feed', /no picture "none\.jpg" beside the file/],
  [{}, 'film-feed', /no section "film-feed" in shop\.config\.ts, which has only .*picture-feed/],
])('settings %j of section %s are refused with a sentence', async (settings, name, says) => {
  const { code, err } = await store('home', home(settings, name));
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(says) });
});

const publish = (text: string) => {
  mkdirSync(join(dataDir, 'texts'), { recursive: true });
  writeFileSync(join(dataDir, 'texts/returns.md'), text);
  return store('pages', 'read', join(dataDir, 'texts'));
};
const block = (name: string, settings: string) => `\`\`\`section ${name}\n${settings}\n\`\`\``;

test('a section stands between the paragraphs of a page, and one that throws leaves the others', async () => {
  const posts = [{ ...post, image: 'https://pics.example/lamp.jpg' }];
  const wall = block('picture-feed', JSON.stringify({ title: 'On the wall', profile, posts }));
  expect(await publish(`Before\n\n${wall}\n\n${block('throwing', '')}\n\nAfter`)).toMatchObject({ code: 0, err: '' });
  const { status, html } = await get('/returns');
  expect(status).toBe(200);
  expect(html).toMatch(/<p>Before<\/p>[\s\S]*<h2[^>]*>On the wall<\/h2>[\s\S]*<p>After<\/p>/);
  expect(html).not.toMatch(/```|on purpose/);
});

test.each([
  ['{', 'picture-feed', /returns\.md, section picture-feed: the settings are not JSON/],
  ['null', 'picture-feed', /returns\.md, section picture-feed, settings/],
  ['{ "title": "" }', 'picture-feed', /returns\.md, section picture-feed, settings title: /],
  ['', 'film-feed', /no section "film-feed" in shop\.config\.ts/],
])('settings %s of section %s in a page are refused with a sentence', async (settings, name, says) => {
  const { code, err } = await publish(block(name, settings));
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(says) });
});
