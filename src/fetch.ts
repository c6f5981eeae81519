import { astro } from 'astro/hono';
import { Hono } from 'hono';
import { embeddedStore } from '#api/store.ts';
import { connectEmbeddedStore } from '#lib/page/store.ts';

/** The one door: `/api/*` is answered by the store, everything else by the pages. */
const door = new Hono();

if (!process.env['STORE_API_URL']) {
  connectEmbeddedStore(async (request) => (await embeddedStore()).fetch(request));
  door.all('/api/*', async (context) => (await embeddedStore()).fetch(context.req.raw));
}

door.use(astro());

export default door;
