import { withTimeout } from '#api/services/timeout.ts';

/** A page took too long to render. */
export class RenderTimeout extends Error {}

/** Settles as `work` does, or rejects with `RenderTimeout` after `ms` milliseconds. The work is not cancelled. */
export const withRenderTimeout = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  withTimeout(work, ms, () => new RenderTimeout(`The page was not rendered within ${ms} ms`));
