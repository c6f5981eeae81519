import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StartFailure } from '#server/process/explain-start-failure.ts';
import type { RenderedPage, RenderTask } from './page-renderer.ts';
import type { StoreReaderOptions } from './store-reader.ts';

export interface WorkerSettings {
  entry: string;
  store: Pick<StoreReaderOptions, 'apiUrl' | 'applicationKey' | 'applicationKeyHeader' | 'backoffMs'>;
  knownHashes: [string, string][];
  siteUrl: string;
  inputs: string;
  folder: string;
  compress: boolean;
}

/** Reply of a worker thread to a batch: its pages, with an empty body for a file that was written, or why it failed. */
export type WorkerReply = { pages: RenderedPage[]; failure?: never } | { pages?: never; failure: string };

/** Pages that one worker renders at a time, so that it does not wait for the store. A document takes tens of megabytes. */
const PAGE_BATCH = 8;
const DOCUMENT_BATCH = 1;

/** Maximum number of worker threads; each takes about 200 MB. */
export const MAX_WORKERS = 4;

/** Limit of a worker's heap, in megabytes. */
const MAX_HEAP_MB = 400;

const program = new URL('./render-worker.ts', import.meta.url);

/** Renders pages to files in several worker threads. */
export class RenderPool {
  readonly #workers: Worker[];

  /** `env` is the environment of the pages. */
  constructor(settings: WorkerSettings, { count, env }: { count: number; env: NodeJS.ProcessEnv }) {
    this.#workers = Array.from(
      { length: count },
      () =>
        new Worker(program, { workerData: settings, env, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } }),
    );
  }

  /** Renders all tasks; `onProgress` gets the number of finished ones. Throws a `StartFailure` for the first that fails. */
  async render(tasks: readonly RenderTask[], onProgress: (done: number) => void = () => undefined): Promise<RenderedPage[]> {
    const rendered: RenderedPage[] = [];
    const batchSize = tasks.every(({ file }) => file.endsWith('.xml')) ? DOCUMENT_BATCH : PAGE_BATCH;
    let next = 0;
    const drive = async (worker: Worker): Promise<void> => {
      while (next < tasks.length) {
        const batch = tasks.slice(next, next + batchSize);
        next += batch.length;
        worker.postMessage(batch);
        const [{ pages, failure }] = (await once(worker, 'message')) as [WorkerReply];
        if (!pages) throw new StartFailure(failure);
        rendered.push(...pages);
        onProgress(rendered.length);
      }
    };
    await Promise.all(this.#workers.map(drive));
    return rendered;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
