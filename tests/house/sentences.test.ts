import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { findSentences } from '#api/extend/replace-texts.ts';
import { listSourceFiles, readProjectFile } from './imports.ts';

// Parsers that come with Astro: one for its components, one for TypeScript. Both return the same kind of tree.
const fromAstro = createRequire(createRequire(import.meta.url).resolve('astro/package.json'));
const { parse } = (await import(fromAstro.resolve('@astrojs/compiler-rs'))) as {
  parse: (code: string) => { ast: string | Node };
};
const { parseSync } = (await import(fromAstro.resolve('vite'))) as {
  parseSync: (name: string, code: string) => { program: Node };
};

/** A node of a syntax tree (ESTree). */
type Node = { type: string; start: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function parseFile(file: string): Node {
  const code = readProjectFile(file);
  if (!file.endsWith('.astro')) return parseSync(file, code).program;
  const { ast } = parse(code);
  return typeof ast === 'string' ? JSON.parse(ast) : ast;
}

/** Attributes whose values shoppers read or hear. */
const shownAttributes: ReadonlySet<unknown> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

const hasLetters = (text: unknown): boolean => typeof text === 'string' && /\p{L}/u.test(text.replace(/&#?\w+;/g, ''));

const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);

const isCallOfT = ({ type, callee }: Node): boolean => type === 'CallExpression' && /^(?:t|tParts)$/.test(String(nameOf(callee)));

/** Texts in the values that an expression can have: those it chooses between, not those that it compares or passes on. */
function findTexts(expression: Node): Node[] {
  const part = (key: string): Node[] => (isNode(expression[key]) ? findTexts(expression[key]) : []);
  if (expression.type === 'Literal') return hasLetters(expression['value']) ? [expression] : [];
  if (expression.type === 'TemplateLiteral') {
    const quasis = expression['quasis'] as { value: { cooked: string } }[];
    return quasis.some(({ value }) => hasLetters(value.cooked)) ? [expression] : [];
  }
  if (expression.type === 'ConditionalExpression') return [...part('consequent'), ...part('alternate')];
  if (expression.type === 'LogicalExpression') return [...part('left'), ...part('right')];
  if (expression.type === 'BinaryExpression' && expression['operator'] === '+') return [...part('left'), ...part('right')];
  return expression.type === 'JSXExpressionContainer' ? part('expression') : [];
}

/** Nodes with texts of the markup that are not written by `t`. */
function findUnworded(node: Node, isChild = false): Node[] {
  if (node.type === 'JSXText') return hasLetters(node['value']) ? [node] : [];
  if (node.type === 'JSXAttribute') {
    const { value } = node;
    const own = shownAttributes.has(nameOf(node['name'])) && isNode(value) ? findTexts(value) : [];
    return [...own, ...childrenOf(node).flatMap((child) => findUnworded(child))];
  }
  const isElement = node.type === 'JSXElement' || node.type === 'JSXFragment';
  const isCode =
    isElement && /^(?:code|script|style)$/.test(String(nameOf((node['openingElement'] as Node | undefined)?.['name'])));
  if (isCode) return [];
  const own = isChild && node.type === 'JSXExpressionContainer' ? findTexts(node) : [];
  return [...own, ...childrenOf(node).flatMap((child) => findUnworded(child, isElement || node.type === 'AstroRoot'))];
}

/** Calls of `t` whose sentence cannot be found in the source. */
const findUnreadable = (node: Node): Node[] => {
  const [sentence] = isCallOfT(node) ? (node['arguments'] as Node[]) : [];
  const isUnreadable = sentence && (sentence.type !== 'Literal' || typeof sentence['value'] !== 'string');
  return [...(isUnreadable ? [node] : []), ...childrenOf(node).flatMap(findUnreadable)];
};

const describe = (file: string, { start }: Node): string => {
  const code = readProjectFile(file);
  const shown = code.slice(start).trimStart();
  const line = code.slice(0, code.length - shown.length).split('\n').length;
  return `${file}:${line}: ${shown.slice(0, 60).split('\n')[0]}`;
};

const find = (files: string[], findIn: (root: Node) => Node[]): string[] =>
  files.flatMap((file) => findIn(parseFile(file)).map((node) => describe(file, node)));

const sources = listSourceFiles('src').filter((file) => /\.(?:tsx?|astro)$/.test(file) && !file.endsWith('.d.ts'));

test('the sentence of every call of t is one string literal', () => {
  expect(find(sources, findUnreadable)).toEqual([]);
  const calls = (root: Node): Node[] => [...(isCallOfT(root) ? [root] : []), ...childrenOf(root).flatMap(calls)];
  const called = sources.flatMap((file) => calls(parseFile(file)));
  const read = sources.filter((file) => !file.endsWith('/t.ts')).flatMap((file) => findSentences(readProjectFile(file)));
  expect(read).toHaveLength(called.length);
});

test('pages and islands show no sentence that is not written by t', () => {
  const files = sources.filter(
    (file) => /^src\/(?:components|islands|layouts|pages)\//.test(file) && /\.(?:tsx|astro)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(find(files, findUnworded)).toEqual([]);
});
