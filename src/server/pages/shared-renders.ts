import type { ServerResponse } from 'node:http';
import { RenderQueue, type RenderQueueOptions } from './render-queue.ts';

interface PendingRender<Result> {
  revision: number | undefined;
  done: Promise<Result>;
  /** Number of requests that wait for it; the render is aborted at zero. */
  waiting: number;
  abort: AbortController;
}

interface RenderJob<Result> {
  /** The page and the revision of its data: requests for the same share a render. */
  key: string;
  revision: number | undefined;
  /** A document such as a feed has a queue of its own. */
  isDocument: boolean;
  isCached: boolean;
  /** The client's network address, if it is known. */
  client: string | undefined;
  render: () => Promise<Result>;
  /** Called when rendering fails, unless all have disconnected: returns what to serve instead, or throws. */
  recover: (error: unknown) => Result;
}

/** Renders each page once for all requests that wait for it, through two queues: of pages, and of documents. */
export class SharedRenders<Result> {
  readonly #pending = new Map<string, PendingRender<Result>>();
  readonly #pages: RenderQueue;
  readonly #documents: RenderQueue;

  constructor(options: RenderQueueOptions | undefined) {
    this.#pages = new RenderQueue(options);
    this.#documents = new RenderQueue({ ...options, maxConcurrent: 1 });
  }

  get queuedCount(): number {
    return this.#pages.queuedCount + this.#documents.queuedCount;
  }

  /** Renders a page, or waits for the render of an earlier request. It is aborted when all whose responses wait for it disconnect. */
  async join(job: RenderJob<Result>, response: ServerResponse): Promise<Result> {
    const pending = this.#pending.get(job.key);
    const render = pending?.revision === job.revision && pending ? pending : this.#start(job);
    render.waiting += 1;
    const disconnect = (): void => {
      render.waiting -= 1;
      if (render.waiting === 0) render.abort.abort();
    };
    response.once('close', disconnect);
    try {
      return await render.done;
    } finally {
      response.off('close', disconnect);
    }
  }

  #start(job: RenderJob<Result>): PendingRender<Result> {
    const { key, revision, isDocument, isCached, client } = job;
    const abort = new AbortController();
    const done = (isDocument ? this.#documents : this.#pages)
      .run(job.render, { client, isCached, signal: abort.signal })
      .catch((error: unknown): Result => {
        if (abort.signal.aborted) throw error;
        return job.recover(error);
      })
      .finally(() => {
        if (this.#pending.get(key) === render) this.#pending.delete(key);
      });
    const render: PendingRender<Result> = { revision, done, waiting: 0, abort };
    this.#pending.set(key, render);
    return render;
  }
}
