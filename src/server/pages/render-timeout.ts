/** A page took too long to render. */
export class RenderTimeout extends Error {}

/** What `work` comes to, if it does within `ms` milliseconds; else rejects with `RenderTimeout`. The work itself goes on, and what it comes to is dropped. */
export async function withRenderTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RenderTimeout(`The page was not rendered within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
