import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nameProgram } from '#server/builds/find-program.mjs';
import { importProgram } from '#server/builds/import-program.mjs';
import { projectFiles, sourceFolders } from '#server/builds/program-fingerprint.mjs';
import { temporaryFolder } from '#tests/support/cli/run-command.ts';

/** A project with the builds "a" and "b", whose programs are these. */
function projectWith(programs: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const name of sourceFolders) mkdirSync(join(folder, name));
  for (const name of projectFiles) writeFileSync(join(folder, name), '');
  for (const [build, script] of Object.entries(programs)) {
    const program = join(folder, 'dist', build, nameProgram(folder, {}));
    mkdirSync(program, { recursive: true });
    writeFileSync(join(folder, 'dist', build, 'complete'), '');
    writeFileSync(join(program, 'main.mjs'), script);
  }
  return folder;
}

const removedMeanwhile = `import { rmSync } from 'node:fs';
rmSync(new URL('../complete', import.meta.url));
await import('./gone.mjs');`;

test('a start whose build is removed while its program loads takes the next build, else the sources', async () => {
  const folder = projectWith({ a: removedMeanwhile, b: 'globalThis.startedBuild = "b";' });
  expect(await importProgram(folder, {})).toBe(true);
  expect(Reflect.get(globalThis, 'startedBuild')).toBe('b');
  expect(await importProgram(projectWith({ a: removedMeanwhile }), {})).toBe(false);
});

test('a program that lacks a module of a build that is still there fails', async () => {
  await expect(importProgram(projectWith({ a: "await import('./gone.mjs');" }), {})).rejects.toThrow('gone.mjs');
});
