import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { findSentences } from '#api/extend/replace-texts.ts';
import { readProjectFile } from './imports.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'loaded-first-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names every source file that has been loaded when the process ends, which it does as soon as the configuration is. */
const hook = `import { registerHooks } from 'node:module';
const files = [];
registerHooks({ load(url, context, next) {
  if (url.startsWith(${JSON.stringify(pathToFileURL(projectFolder).href)})) files.push(url.slice(${pathToFileURL(projectFolder).href.length}));
  return next(url, context);
} });
process.on('exit', () => console.log(files.filter((file) => file.startsWith('src/')).join('\\n')));
`;

test.each([[['src/cli/main.ts']], [['src/server/main-from-sources.ts']]])(
  'nothing that %j loads before shop.config.ts has a sentence, which would keep its English words',
  async (program) => {
    const hookFile = join(folder, 'hook.mjs');
    writeFileSync(hookFile, hook);
    writeFileSync(
      join(folder, 'shop.config.ts'),
      "import { defineShop } from 'haat/config';\ndefineShop({});\nprocess.exit(0);\n",
    );
    // A configuration that ends the process is a mistake, with exit code 1.
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', pathToFileURL(hookFile).href, ...program], {
      cwd: projectFolder,
      env: { ...process.env, DATA_DIR: folder, NODE_NO_WARNINGS: '1' },
    }).catch((error: { stdout: string }) => error);
    const files = stdout.trim().split('\n');
    expect(files).toContain('src/api/extend/config.ts');
    expect(files.filter((file) => findSentences(readProjectFile(file)).length > 0)).toEqual([]);
  },
);
