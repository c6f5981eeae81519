import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, readProjectFile } from './imports.ts';

const files = listSourceFiles('src');
const stylesheets = files.filter((file) => file.endsWith('.css'));
const components = files.filter((file) => !file.endsWith('.css'));

/** Design tokens, the base and shared styles, loaded by the layout or by the components that use them. */
const isShared = (file: string): boolean => file.startsWith('src/styles/');

/** Print styles hide parts of every component in one file. */
const PRINT = 'src/styles/print.css';

/** Returns the selectors of a stylesheet, including nested rules and at-rules, with selector lists split. */
function selectorsOf(css: string): string[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '""');
  return [...bare.matchAll(/(?<=[{};]|^)([^{};]+)\{/g)]
    .map(([, prelude = '']) => prelude.trim())
    .filter((prelude) => !/^(@|from$|to$|\d+%)/.test(prelude))
    .flatMap(splitList);
}

/** Splits a selector list at its top-level commas. */
function splitList(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/**
 * Returns the classes of the elements that a selector styles: those of its last compound, including `:is()` and `:where()`, without
 * conditions.
 */
function styledClasses(selector: string): string[] {
  const alternatives = /^(.*?):(?:is|where)\(([^()]*)\)([^\s>+~]*)$/.exec(selector);
  if (alternatives) {
    const [, before = '', list = '', after = ''] = alternatives;
    return splitList(list).flatMap((one) => styledClasses(`${before}${one}${after}`));
  }
  let plain = selector;
  for (let shorter = ''; shorter !== plain; ) {
    shorter = plain;
    plain = plain.replace(/:[\w-]+\([^()]*\)/g, '');
  }
  const last = plain.split(/[\s>+~]+/).at(-1) ?? '';
  return [...last.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
}

/** Returns the stylesheets of each class. */
function findStyledClasses(): Map<string, Set<string>> {
  const styled = new Map<string, Set<string>>();
  for (const file of stylesheets) {
    for (const name of selectorsOf(readProjectFile(file)).flatMap(styledClasses)) {
      styled.set(name, (styled.get(name) ?? new Set()).add(file));
    }
  }
  return styled;
}

interface StyleImport {
  from: string;
  to: string;
  /** Inlined into the pages that use it, linked by a component that is loaded later, or imported by another stylesheet. */
  how: 'plain' | 'url' | 'inline' | 'part';
}

function resolve(from: string, name: string): string {
  return name.startsWith('#') ? join('src', name.slice(1)) : join(dirname(from), name);
}

const imports: StyleImport[] = [
  ...components.flatMap((from) => [
    ...[...readProjectFile(from).matchAll(/^import '([#.][^']+\.css)';$/gm)].map(([, name = '']) => ({
      from,
      to: resolve(from, name),
      how: 'plain' as const,
    })),
    ...[...readProjectFile(from).matchAll(/^import \w+ from '([#.][^']+\.css)\?url';$/gm)].map(([, name = '']) => ({
      from,
      to: resolve(from, name),
      how: 'url' as const,
    })),
    ...[...readProjectFile(from).matchAll(/^import \w+ from '([#.][^']+\.css)\?inline';$/gm)].map(([, name = '']) => ({
      from,
      to: resolve(from, name),
      how: 'inline' as const,
    })),
  ]),
  ...stylesheets.flatMap((from) =>
    [...readProjectFile(from).matchAll(/^@import "([^"]+)";$/gm)].map(([, name = '']) => ({
      from,
      to: resolve(from, name),
      how: 'part' as const,
    })),
  ),
];

const say = ({ from, to }: StyleImport): string => `${from} → ${to}`;
const stem = (file: string): string => file.replace(/\.\w+$/, '');

test('one stylesheet styles a class, besides print', () => {
  const shared = [...findStyledClasses()]
    .map(([name, where]) => [name, [...where].filter((file) => file !== PRINT)] as const)
    .filter(([, where]) => where.length > 1);
  expect(Object.fromEntries(shared)).toEqual({});
});

test('the stylesheets and their classes are found', () => {
  const styled = findStyledClasses();
  expect(styled.size).toBeGreaterThan(150);
  expect(styled.get('button')).toEqual(new Set(['src/styles/ui/button.css', PRINT]));
  expect(styledClasses('.a:is(.b, .c > .d):hover')).toEqual(['a', 'b', 'd']);
  expect(styledClasses('.a:has(.b) > .c:not(.d, .e:hover)::after')).toEqual(['c']);
});

/** Loads styles of other pages into pages of text. */
const nextPageStyles = 'src/layouts/next-page-styles.ts';

test('a stylesheet outside src/styles has the name of its component, which alone imports it', () => {
  const alone = stylesheets.filter((file) => !isShared(file) && !['.astro', '.tsx'].some((end) => existsSync(stem(file) + end)));
  expect(alone).toEqual([]);
  // The policy of a page has the hash of a style that only some pages have.
  const isHashed = ({ from, how }: StyleImport) => how === 'inline' && /^src\/(?:pages|layouts)\//.test(from);
  const foreign = imports.filter(
    (one) => one.how !== 'part' && !isShared(one.to) && stem(one.from) !== stem(one.to) && !isHashed(one),
  );
  expect(foreign.filter(({ from }) => from !== nextPageStyles).map(say)).toEqual([]);
});

test('no stylesheet is both inlined into pages and linked', () => {
  const plain = new Set(imports.filter(({ how }) => how === 'plain').map(({ to }) => to));
  expect(imports.filter(({ to, how }) => how === 'url' && plain.has(to)).map(say)).toEqual([]);
});

test('stylesheets that the layout loads for every page are imported nowhere else', () => {
  const layout = 'src/layouts/Page.astro';
  const everywhere = new Set(imports.filter(({ from, how }) => from === layout && how !== 'inline').map(({ to }) => to));
  const isLayout = (file: string): boolean => file === layout || file.startsWith('src/admin/layouts/');
  expect(imports.filter(({ from, to }) => !isLayout(from) && everywhere.has(to)).map(say)).toEqual([]);
});

test('every stylesheet is loaded', () => {
  const loaded = new Set(imports.map(({ to }) => to));
  expect(stylesheets.filter((file) => !loaded.has(file))).toEqual([]);
});

test('shared styles are in a lower cascade layer than component styles', () => {
  const outside = stylesheets.filter(
    (file) => file.startsWith('src/styles/ui/') && !/^@layer base \{$/m.test(readProjectFile(file)),
  );
  expect(outside).toEqual([]);
});

test('every icon has a shape', () => {
  const styled = findStyledClasses();
  const names = components.flatMap((file) =>
    [...readProjectFile(file).matchAll(/(?:class|className)="icon ([\w-]+)[^"]*"/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !styled.has(name))).toEqual([]);
});
