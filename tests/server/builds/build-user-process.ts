import { openBuild } from '#server/build.ts';
import { makePages } from './write-pages.ts';

/** Uses a build as a shop does: prints the build's folder and runs until it is stopped. */
const [buildsFolder = '', shop = ''] = process.argv.slice(2);
const folder = await openBuild(() => undefined, { buildsFolder, env: { PUBLIC_STORE_APP_KEY: shop }, make: makePages(shop) });
process.stdout.write(`${folder}\n`);
process.once('SIGTERM', () => process.exit(0));
setInterval(() => undefined, 60_000);
