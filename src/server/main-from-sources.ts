import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBuild } from './build.ts';
import { type Pages, runServer } from './run-server.ts';

// The server from its sources. `npm start` prefers the program of a build (see launch-build-or-sources.mjs), which starts faster.

await runServer(async (print) => {
  const folder = await openBuild(print, { rebuild: process.env['NODE_ENV'] !== 'production' });
  const { render } = (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as {
    render: Pages['handleRequest'];
  };
  return { handleRequest: render, clientFolder: join(folder, 'client') };
});
