import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';

const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;

/** Runs the check in a project with these files, on a Node that says that it is of this version. */
function check(files: readonly string[], version = '20.20.2') {
  const folder = temporaryFolder();
  for (const name of ['src/api/check-install.mjs', 'src/api/install-problem.mjs'])
    cpSync(join(projectFolder, name), join(folder, name));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  const args = ['--import', pretend(version), join(folder, 'src/api/check-install.mjs')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return [status, stderr.replaceAll(folder, 'SHOP').trimEnd()];
}

const needed = 'The shop needs Node 24 or newer, but this is 20.20.2.';

test.each([
  ['no packages', [], "The shop's packages are not installed in SHOP/: run npm install there"],
  [
    'scripts turned off',
    ['node_modules/node/package.json'],
    `${needed} npm brings one along, but its install script did not run, because scripts are turned off. Run npm rebuild node --ignore-scripts=false, or install Node 24`,
  ],
  [
    'pnpm',
    ['node_modules/.modules.yaml', 'node_modules/node/package.json'],
    `${needed} npm brings one along, but the packages were installed by pnpm. Delete the folder node_modules and run npm install`,
  ],
  [
    'Yarn',
    ['node_modules/.yarn-integrity'],
    `${needed} npm brings one along, but the packages were installed by Yarn. Delete the folder node_modules and run npm install`,
  ],
  [
    'npm, but another Node started',
    ['node_modules/node/bin/node'],
    `${needed} The one that npm install brought along is node_modules/.bin/node: run npm start or npm run store, or that program`,
  ],
  [
    'npm, and the Node deleted',
    ['node_modules/hono/package.json'],
    `${needed} npm brings one along, but it is not in node_modules: run npm install, or install Node 24`,
  ],
])('with %s, an older Node is refused with what to do', (_, files, sentence) => {
  expect(check(files)).toEqual([1, sentence]);
});

test('Node 24 runs with the packages of any package manager, and not without packages', () => {
  expect(check(['node_modules/.modules.yaml'], '24.0.0')).toEqual([0, '']);
  expect(check(['node_modules/hono/package.json'], '26.1.0')).toEqual([0, '']);
  expect(check([], '24.0.0')[0]).toBe(1);
});

test('every program that npm runs for an owner checks the install first', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['start', 'store', 'build', 'build:static']) {
    const args = (scripts[name] ?? '')
      .replace(/^exec /, '')
      .split(' ')
      .slice(1);
    const { status, stderr } = spawnSync(process.execPath, ['--import', pretend('20.20.2'), ...args], {
      cwd: projectFolder,
      encoding: 'utf8',
    });
    expect([name, status, stderr]).toEqual([
      name,
      1,
      expect.stringMatching(/^The shop needs Node 24 or newer, but this is 20\.20\.2\. .+\n$/),
    ]);
  }
});
