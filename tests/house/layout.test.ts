import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, listSourceFiles, readProjectFile } from './imports.ts';

const MAX_FILES = 25;

test.for(['src', 'demo', 'tests', 'bench'])('no folder below %s has more than 25 files', (folder) => {
  // Astro's routes are files, so the shape of src/pages is given.
  const folders = Map.groupBy(listFiles(folder), dirname);
  const large = [...folders].filter(([path, files]) => files.length > MAX_FILES && !path.startsWith('src/pages'));
  expect(large.map(([path, files]) => `${path}: ${files.length}`)).toEqual([]);
});

/** Names that several files export because a framework requires them. */
const requiredNames = new Set(['up', 'GET', 'prerender', 'getStaticPaths', 'default']);

const declaration = /^export (?:async )?(?:const|function\*?|class|interface|type) (\$?\w+)/gm;

/** Imported as namespaces: `paths.product(slug)`. */
const namespaceModules = ['src/lib/rules/routes/paths.ts', 'src/lib/rules/routes/fixed-paths.ts'];

test('every exported name is unique in src', () => {
  const files = listSourceFiles('src').filter((file) => !namespaceModules.includes(file));
  const exportsByName = Map.groupBy(
    files.flatMap((file) =>
      [...readProjectFile(file).matchAll(declaration)].map((match) => ({ file, name: match[1] as string })),
    ),
    ({ name }) => name,
  );
  const duplicates = [...exportsByName].filter(([name, found]) => found.length > 1 && !requiredNames.has(name));
  expect(duplicates.map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)).toEqual([]);
});

test('files that are also programs run at their end, when all of their constants have values', () => {
  const programs = listSourceFiles('src').map((file) => ({
    file,
    parts: readProjectFile(file).split(/^if \(import\.meta\.main\)/m),
  }));
  const found = programs.filter(({ parts: [, program = ''] }) =>
    /^(?:export |async )*(?:const|let|class|function)\b/m.test(program),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});
