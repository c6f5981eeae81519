import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Reads a file by its path from the project's root. */
export const readProjectFile = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');

/** Lists all files below `folder`, as paths from the project's root. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(projectFolder, join(entry.parentPath, entry.name)));
}

/** Lists the source files below `folder`, as paths from the project's root. */
export const listSourceFiles = (folder: string): string[] =>
  listFiles(folder).filter((file) => /\.(ts|tsx|astro|css)$/.test(file));

const statements = [/\bfrom\s*['"]([^'"]+)['"]/g, /\bimport\s*['"]([^'"]+)['"]/g, /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g];

/** Lists the project's own files that a file imports, without packages. */
export function importsOf(file: string): string[] {
  const text = readProjectFile(file);
  const specifiers = statements.flatMap((statement) => [...text.matchAll(statement)].map((match) => match[1] as string));
  return specifiers.flatMap((specifier) => resolveImport(file, specifier) ?? []);
}

/** Folders of the import aliases that are not in `src`. */
const aliases: Record<string, string> = { '#drawing/': 'demo/drawing/', '#tests/': 'tests/' };

/** Entry points of the project's own packages. */
const packages: Record<string, string> = { '@haat/demo-shop': 'demo/index.ts' };

function resolveImport(from: string, specifier: string): string | undefined {
  const path = specifier.split('?')[0] as string;
  const entryPoint = packages[path];
  if (entryPoint) return ifExists(entryPoint);
  if (path.startsWith('.')) return ifExists(join(dirname(from), path));
  if (!path.startsWith('#')) return undefined;
  const alias = Object.keys(aliases).find((prefix) => path.startsWith(prefix));
  return ifExists(alias ? (aliases[alias] as string) + path.slice(alias.length) : `src/${path.slice(1)}`);
}

const ifExists = (file: string): string | undefined => (existsSync(join(projectFolder, file)) ? file : undefined);

/** Finds cycles of imports between files, or groups of files, by depth-first search. */
export function findCycles(nodes: string[], importsOfNode: (node: string) => string[]): string[][] {
  const cycles: string[][] = [];
  const visited = new Set<string>();
  const visit = (node: string, path: string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push(path.slice(start));
    if (start >= 0 || visited.has(node)) return;
    for (const next of importsOfNode(node)) visit(next, [...path, node]);
    visited.add(node);
  };
  for (const node of nodes) visit(node, []);
  return cycles;
}
