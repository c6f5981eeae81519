import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listFiles, listSourceFiles, readProjectFile } from './imports.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const map = readProjectFile('docs/architecture.md');
const exists = (path: string): boolean => existsSync(join(projectFolder, path));

test('every path in the tables of docs/architecture.md exists', () => {
  const missing = map
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => {
      // A name without a folder lies in the folder of the path before it.
      let folder = 'src';
      return [...(line.split('|')[2] ?? '').matchAll(/`([\w./[\]-]+)`/g)].flatMap(([, path = '']) => {
        const found = [path, `src/${path}`, `${folder}/${path}`].find(exists);
        if (found) folder = found.endsWith('/') ? found : dirname(found);
        return found || !/[/.]/.test(path) ? [] : [path];
      });
    });
  const namedAlone = ['store-limit-defaults.ts'];
  expect(missing.filter((path) => !namedAlone.includes(path))).toEqual([]);
});

test('docs/architecture.md names every folder of services, islands and components', () => {
  const folders = ['src/api/services', 'src/islands', 'src/components'].flatMap((layer) =>
    listSourceFiles(layer).flatMap((file) => {
      const [subject = '', ...rest] = file.slice(layer.length + 1).split('/');
      return rest.length > 0 ? [`${layer.slice('src/'.length)}/${subject}/`] : [];
    }),
  );
  expect([...new Set(folders)].filter((folder) => !map.includes(folder))).toEqual([]);
});

const isDocument = (file: string): boolean => file.endsWith('.md') && (file.startsWith('docs/') || file.endsWith('README.md'));

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...['docs', 'src', 'demo'].flatMap(listFiles),
].filter((file) => !file.includes('/') || isDocument(file));

test('links between documents lead to files and headings that exist', () => {
  const slugsOf = (file: string): string[] =>
    [...readProjectFile(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
  const broken = documents.flatMap((document) =>
    [...readProjectFile(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, path = '', anchor]) => {
        const file = path ? join(dirname(document), path) : document;
        const leads = exists(file) && (!anchor || !file.endsWith('.md') || slugsOf(file).includes(anchor));
        return leads ? [] : [`${document}: ${link}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});
