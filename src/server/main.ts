import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddedStore } from '#api/store.ts';
import { buildIfNeeded } from './build.ts';
import { createHost } from './host.ts';
import { stopGracefully } from './shutdown.ts';

/** Pages of a store elsewhere are rendered anew after this long, in milliseconds. */
const REVALIDATE_MS = 30_000;

const say = (line: string): void => console.log(line);

/** Opens the embedded store; an empty one is filled with the demo shop first. */
async function openShop(dataDir: string) {
  const store = await embeddedStore();
  const { createDemoShop, isEmptyShop } = await import('#cli/demo.ts');
  if (await isEmptyShop(store.db)) {
    say('Setting up the demo shop …');
    await createDemoShop(store.db, dataDir);
  }
  return store;
}

async function start(): Promise<void> {
  const dataDir = resolve(process.env['DATA_DIR'] || 'data');
  const host = process.env['HOST'] || 'localhost';
  const port = Number(process.env['PORT'] || 4321);

  const buildFolder = await buildIfNeeded(say);
  const store = process.env['STORE_API_URL'] ? undefined : await openShop(dataDir);
  const { render } = (await import(pathToFileURL(join(buildFolder, 'server', 'entry.mjs')).href)) as {
    render: (request: Request) => Promise<Response>;
  };

  const server = createHost({
    door: render,
    clientFolder: join(buildFolder, 'client'),
    mediaFolder: join(dataDir, 'media'),
    revision: store ? store.revision : () => Math.floor(Date.now() / REVALIDATE_MS),
    siteUrl: process.env['PUBLIC_SITE_URL'],
  });
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      console.error(
        `Port ${port} is already taken. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
      );
    } else console.error(error.message);
    process.exit(1);
  });
  server.listen(port, host, () => {
    const address = server.address() as AddressInfo;
    say(`The shop is open at http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${address.port}`);
  });
  stopGracefully(server, async () => store?.close());
}

await start();
