import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { buildIfNeeded } from '#server/build.ts';
import { featuresAfter2022 } from '#tests/support/hands/after-2022.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const pages = ['/', '/shop', '/cart', '/checkout', '/signin', '/faq', '/products/linen-shirt-with-spread-collar-sky'];

const { shop } = await useDemoShop();
/** The browser's scripts and styles by their names: files of the build, and those in pages. */
const scripts = new Map<string, string>();
const styles = new Map<string, string>();

beforeAll(async () => {
  const folder = join(await buildIfNeeded(() => undefined), 'client', '_astro');
  for (const name of readdirSync(folder)) {
    const texts = { js: scripts, css: styles }[name.split('.').at(-1) ?? ''];
    texts?.set(name, readFileSync(join(folder, name), 'utf8'));
  }
  for (const path of pages) {
    const html = await (await fetch(shop.url + path)).text();
    for (const [, name, attributes, text] of html.matchAll(/<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g))
      if (text && !attributes?.includes('json')) (name === 'style' ? styles : scripts).set(`${path} ${text.length}`, text);
  }
  expect(Math.min(scripts.size, styles.size)).toBeGreaterThan(10);
}, 300_000);

/** Names that objects of 2022 have too: the types of the sources tell them apart (tests/house/oldest-browsers.test.ts). */
const ambiguous = /^(?:with|union|difference|intersection|Highlight|scheduler|navigation)$/;

/** The last name of a feature, and the object that it belongs to, if it is no method of a prototype. */
const features = featuresAfter2022
  .map((path) => path.split('.'))
  .filter((names) => names.length > 1 && !ambiguous.test(names.at(-1) ?? ''))
  .map((names) => ({ name: names.at(-1) as string, owner: names.length === 2 ? names[0] : undefined }));

/** Objects that a script uses without naming where they are; a read of a missing member of `globalThis` is undefined. */
const globals = new Set(featuresAfter2022.filter((path) => !path.includes('.') && !ambiguous.test(path)));

/** Whether a script asks whether a feature is there. */
const isTested = (text: string, name: string): boolean =>
  new RegExp(
    `typeof [\\w.]*\\b${name}\\b|["'\`]${name}["'\`] ?in\\b|\\b${name}\\s*(?:\\?\\.|&&|\\|\\||\\?[^.]|===|==|!=)|!\\w[\\w.]*\\.${name}\\b|\\btry ?\\{[^}]*\\b${name}\\b`,
  ).test(text);

/** Uses of newer features in a script. */
function findNewer(text: string): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const { name } = node;
      const feature = features.find((one) => one.name === name.text && (!one.owner || node.expression.getText() === one.owner));
      if (feature && !isTested(text, name.text)) found.add(name.text);
    }
    const isMember = node.parent && ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    if (ts.isIdentifier(node) && globals.has(node.text) && !isMember && !isTested(text, node.text)) found.add(node.text);
    if (ts.isRegularExpressionLiteral(node) && /\/[a-z]*v[a-z]*$/.test(node.text)) found.add(`${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.js', text, ts.ScriptTarget.Latest, true));
  return [...found];
}

test.for([
  ['[3, 1].toSorted()', ['toSorted']],
  ['a.toSorted?.()', []],
  ['AbortSignal.any([a])', ['any']],
  ['other.any(a)', []],
  ['URL.canParse(a)', ['canParse']],
  ['"startViewTransition"in document&&document.startViewTransition(f)', []],
  ['/[a--b]/v', ['/[a--b]/v']],
  ['new CompressionStream("gzip")', ['CompressionStream']],
  ['globalThis.trustedTypes===undefined', []],
] as const)('%s is read as it should be', ([code, expected]) => {
  expect(findNewer(code)).toEqual(expected);
});

test('no script uses a feature that the oldest browsers lack without a test for it', () => {
  expect([...scripts].flatMap(([name, text]) => findNewer(text).map((feature) => `${name}: ${feature}`))).toEqual([]);
});

/** Functions of colours that the oldest browsers do not have. A declaration with one is ignored. */
const newerColour = /\b(?:light-dark|oklch|oklab|lch|lab|color|rgb|hsl)\((?:from\b)?|color-mix\((?:[^()]|\([^()]*\))*\)/g;

/** What needs no other colour: a shade over the colour below, which is shown without it. */
const isShade = (colour: string): boolean =>
  /^(?:rgb|hsl)\($/.test(colour) || /^color-mix\(.*, ?(?:transparent|#0000)\)$/.test(colour);

test('no colour is mixed by the browser, apart from shades', () => {
  const mixed = [...styles].flatMap(([name, text]) =>
    [...text.matchAll(newerColour)].filter(([colour]) => !isShade(colour)).map(([colour]) => `${name}: ${colour}`),
  );
  expect(mixed).toEqual([]);
});
