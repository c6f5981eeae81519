import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMPLETE } from './builds/find-program.mjs';
import { markInUse } from './builds/in-use-marks.ts';
import { StartFailure } from './process/explain-start-failure.ts';
import { type Pages, runServer } from './run-server.ts';

// Entry point of the program in a build (see builds/bundle-program.ts): the server and the pages, bundled together.

await runServer(async () => {
  const folder = join(import.meta.dirname, '..');
  markInUse(folder);
  if (!existsSync(join(folder, COMPLETE))) throw new StartFailure('The build was removed by another process. Start again');
  // @ts-expect-error the bundler resolves it to the pages of the build
  const { render } = (await import('virtual:pages')) as { render: Pages['handleRequest'] };
  return { handleRequest: render, clientFolder: join(folder, 'client') };
});
