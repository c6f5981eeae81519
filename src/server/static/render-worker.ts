import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { connectRemoteStore } from '#api/embedded-or-remote-store.ts';
import { PageRenderer, type RenderedPage, type RenderRequest, type RenderTask } from './page-renderer.ts';
import type { WorkerReply, WorkerSettings } from './render-pool.ts';
import { StoreReader } from './store-reader.ts';
import { writeSiteFile } from './write-site-file.ts';

/** Worker thread that renders pages to files. Its environment has no STORE_API_URL, so that the pages use the connected reader. */
const { entry, store, knownHashes, siteUrl, inputs, folder, compress } = workerData as WorkerSettings;
const reader = new StoreReader(store, knownHashes);
connectRemoteStore(reader.send);
const { render } = (await import(entry)) as { render: RenderRequest };
const renderer = new PageRenderer({ render, reader, siteUrl, inputs });

async function renderToFile(task: RenderTask): Promise<RenderedPage> {
  const { body, ...page } = await renderer.render(task);
  if (body === undefined) return page;
  await writeSiteFile(folder, page.file, body, compress);
  return { ...page, body: '' };
}

parentPort?.on('message', async (tasks: RenderTask[]) => {
  const reply: WorkerReply = await Promise.all(tasks.map(renderToFile)).then(
    (pages) => ({ pages }),
    (error: unknown) => ({ failure: reasonOf(error) }),
  );
  parentPort?.postMessage(reply);
});
