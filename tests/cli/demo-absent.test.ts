import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';
import { csvFile, type Ended, temporaryFolder } from '#tests/support/cli/run-command.ts';

const sentence =
  'The demo shop is not installed. Restore the folder "demo" and run npm install (pnpm and Yarn do not link it), or import your own products: npm run store -- import products.csv';

/** Copies the project with all packages except the demo shop. */
function copyWithoutDemo(): string {
  const folder = temporaryFolder();
  cpSync(join(projectFolder, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(projectFolder, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(projectFolder, 'node_modules'))) {
    if (name !== '@haat') symlinkSync(join(projectFolder, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** Runs a program of the copy until it exits. */
function run(folder: string, dataDir: string, program: string, ...args: string[]): Promise<Ended> {
  return new Promise((done) => {
    const env = { ...process.env, DATABASE_URL: '', NODE_NO_WARNINGS: '1', NODE_ENV: '', DATA_DIR: dataDir };
    execFile(process.execPath, [join(folder, program), ...args], { env, cwd: folder }, (error, out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err });
    });
  });
}

test('without the demo shop package, the demo command says what to do and creates no database', async () => {
  const folder = copyWithoutDemo();
  const dataDir = join(folder, 'data');
  expect(await run(folder, dataDir, 'src/cli/main.ts', 'demo')).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining(sentence),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('without the demo shop package, a first start without data says what to do', async () => {
  const folder = copyWithoutDemo();
  expect(await run(folder, join(folder, 'data'), 'src/server/main-from-sources.ts')).toMatchObject({
    code: 1,
    err: `${sentence}\n`,
  });
});

test('without the demo shop package, imports and the doctor work', async () => {
  const folder = copyWithoutDemo();
  const dataDir = join(folder, 'data');
  const file = csvFile([
    ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty'],
    ['plain-tee', 'Plain Tee', 'T-Shirts', '499', '5'],
  ]);
  expect(await run(folder, dataDir, 'src/cli/main.ts', 'import', file)).toMatchObject({ code: 0 });
  const { out } = await run(folder, dataDir, 'src/cli/main.ts', 'doctor', '--json');
  expect(JSON.parse(out)).not.toMatchObject({ success: false, message: expect.anything() });
});
