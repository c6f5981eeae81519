import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useShopTexts } from '#api/extend/use-shop-texts.ts';
import type { Pages } from './run-server.ts';

// The server from its sources. `npm start` prefers the program of a build (see launch-build-or-sources.mjs), which starts faster.

await useShopTexts(process.env);
const { openBuild } = await import('./build.ts');
const { runServer } = await import('./run-server.ts');

await runServer(async (print) => {
  const folder = await openBuild(print, { rebuild: process.env['NODE_ENV'] !== 'production' });
  const { render } = (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as {
    render: Pages['handleRequest'];
  };
  return { handleRequest: render, clientFolder: join(folder, 'client') };
});
