import { expect, test } from 'vitest';
import { findCycles, importsOf, listSourceFiles, readProjectFile } from './imports.ts';

type Side = 'foundation' | 'site' | 'store' | 'entry' | 'demo';

/** Each layer with its side and level. The first prefix that matches a file is its layer. */
const layers: [prefix: string, side: Side, level: number][] = [
  ['package.json', 'foundation', 0],
  ['src/lib/contract/', 'foundation', 0],
  ['src/lib/rules/', 'foundation', 1],
  ['src/lib/site/', 'site', 2],
  ['src/lib/client/', 'site', 2],
  ['src/directives/', 'site', 2],
  ['src/styles/', 'site', 2],
  ['src/lib/page/', 'site', 3],
  ['src/lib/state/', 'site', 3],
  ['src/islands/', 'site', 4],
  ['src/components/', 'site', 5],
  ['src/layouts/', 'site', 6],
  ['src/pages/', 'site', 7],
  ['src/admin/', 'site', 8],
  ['src/api/database/', 'store', 2],
  ['src/api/services/', 'store', 3],
  ['src/api/handlers/', 'store', 4],
  ['src/api/workers/', 'store', 4],
  ['src/api/', 'store', 5],
  ['demo/', 'demo', 0],
  ['src/cli/', 'store', 6],
  ['src/server/', 'store', 7],
  ['src/fetch.ts', 'entry', 8],
];

/** Layers of one level that must not import each other. */
const separated: [string, string][] = [
  ['src/lib/page/', 'src/lib/state/'],
  ['src/api/handlers/', 'src/api/workers/'],
];

function layerOf(file: string): { side: Side; level: number } {
  const layer = layers.find(([prefix]) => file.startsWith(prefix));
  if (!layer) throw new Error(`${file} belongs to no layer`);
  return { side: layer[1], level: layer[2] };
}

/** The only import of the demo shop, which is a separate package. */
const demoImport = ['src/cli/demo/load-demo-package.ts', 'demo/index.ts'];

const files = [...listSourceFiles('src'), ...listSourceFiles('demo')].filter((file) => !file.startsWith('demo/tests/'));

const findImports = (isForbidden: (file: string, target: string) => boolean): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => isForbidden(file, target))
      .map((target) => `${file} → ${target}`),
  );

test('a file imports only from its own layer, from lower layers of its side, or from the foundation', () => {
  const wrong = findImports((file, target) => {
    if (file === demoImport[0] && target === demoImport[1]) return false;
    const from = layerOf(file);
    const to = layerOf(target);
    return to.level > from.level || (from.side !== 'entry' && to.side !== 'foundation' && to.side !== from.side);
  });
  expect(wrong).toEqual([]);
});

test.for(separated)('%s and %s do not import each other', ([one, other]) => {
  const wrong = findImports(
    (file, target) => (file.startsWith(one) && target.startsWith(other)) || (file.startsWith(other) && target.startsWith(one)),
  );
  expect(wrong).toEqual([]);
});

test('the admin pages use no part of the pages for shoppers', () => {
  const ofShoppers = /^src\/(?:components|directives|islands|layouts|pages|lib\/state)\//;
  expect(findImports((file, target) => file.startsWith('src/admin/') && ofShoppers.test(target))).toEqual([]);
});

test('there are no circular imports', () => {
  expect(findCycles(files, importsOf)).toEqual([]);
});

/** Folders whose subfolders and files are subjects of their own. Files of `src/server` and `src/cli` call the subjects below them. */
const layersOfSubjects = [
  'src/api/services',
  'src/api/database',
  'src/lib',
  'src/lib/page',
  'src/lib/state',
  'src/islands',
  'src/components',
];

test.for(layersOfSubjects)('no subjects of %s import each other in a circle', (layer) => {
  const subjectOf = (file: string) => file.slice(layer.length + 1).split('/')[0] as string;
  const inLayer = files.filter((file) => file.startsWith(`${layer}/`));
  const subjects = Map.groupBy(inLayer, subjectOf);
  const importsOfSubject = (subject: string): string[] => {
    const targets = (subjects.get(subject) ?? []).flatMap(importsOf).filter((target) => target.startsWith(`${layer}/`));
    return [...new Set(targets.map(subjectOf))].filter((target) => target !== subject);
  };
  expect(findCycles([...subjects.keys()], importsOfSubject)).toEqual([]);
});

test('the import graph is not empty: the entry point reaches both sides', () => {
  expect(importsOf('src/fetch.ts')).toEqual(
    expect.arrayContaining(['src/api/embedded-or-remote-store.ts', 'src/lib/page/store/client.ts']),
  );
});

test('the demo shop is imported in one place, and lazily', () => {
  const importing = files.filter((file) => file.startsWith('src/') && importsOf(file).includes('demo/index.ts'));
  expect(importing).toEqual(['src/cli/demo/load-demo-package.ts']);
  const imports = readProjectFile('src/cli/demo/load-demo-package.ts').match(/(import\(|from )'@haat\/demo-shop'/g);
  expect(imports).toEqual(["import('@haat/demo-shop'", "import('@haat/demo-shop'"]);
});

test('no source file imports a test', () => {
  expect(findImports((_, target) => target.startsWith('tests/'))).toEqual([]);
});
