import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIfNeeded } from '#server/build.ts';
import { projectFolder } from '#server/builds/build-folder.ts';
import { findProgram, nameProgram } from '#server/builds/find-program.mjs';
import { runBundler } from '#server/builds/run-build-step.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';

/** Prints every module that the program loads. */
const tracer = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { process._rawDebug('loaded ' + url); return next(url, context); } });`;

test('npm start runs the bundled program, which loads few files and no rare packages for the first page', async () => {
  const folder = await buildIfNeeded(() => undefined);
  await runBundler(folder, false, process.env);
  expect(findProgram(projectFolder, process.env)).toBe(join(folder, nameProgram(projectFolder, process.env), 'main.mjs'));
  // As a user's second start: the first one draws the demo shop's pictures.
  const dataDir = newDataDir();
  await (await startShop(dataDir)).terminate();
  const shop = await startShop(
    dataDir,
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tracer)}` },
    'src/server/launch-build-or-sources.mjs',
  );
  try {
    expect((await fetch(shop.url)).status).toBe(200);
    const loaded = [...shop.output().matchAll(/^loaded (.+)$/gm)].map((match) => match[1] as string);
    const files = loaded.filter((url) => url.startsWith('file:'));
    expect(files.some((url) => url.includes(`/${nameProgram(projectFolder, process.env)}/main.mjs`))).toBe(true);
    expect(files.filter((url) => url.endsWith('.ts'))).toEqual([]);
    expect(files.filter((url) => /\/node_modules\/(?:sharp|pg|nodemailer|razorpay|csv-parse)\//.test(url))).toEqual([]);
    expect(files.length).toBeLessThan(80);
    // A page that is asked for again is compressed by a thread, whose script is in the bundle.
    const sizes = new Set<number>();
    await expect
      .poll(
        async () => {
          const response = await fetch(shop.url, { headers: { 'accept-encoding': 'br' } });
          sizes.add(Number(response.headers.get('content-length')));
          await response.text();
          return sizes.size;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(1);
    // So is the script of the process that makes the pictures of link previews.
    const [, preview = ''] = /property="og:image" content="([^"]+\.svg\.jpg)"/.exec(await (await fetch(shop.url)).text()) ?? [];
    const picture = await fetch(preview);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  } finally {
    await shop.stop();
  }
}, 120_000);

test('a build keeps the program of the current sources alone', async () => {
  const folder = await buildIfNeeded(() => undefined);
  await runBundler(folder, false, process.env);
  expect(existsSync(join(folder, nameProgram(projectFolder, process.env)))).toBe(true);
  expect(readdirSync(folder).filter((name) => name.startsWith('bundling-'))).toEqual([]);
  const other = { ...process.env, PUBLIC_STORE_APP_KEY: 'another-key' };
  expect(findProgram(projectFolder, other)).toBeUndefined();
});
