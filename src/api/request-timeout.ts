import { withTimeout } from '#api/services/concurrency.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { Refusal } from './services/refusal.ts';

/** Timeout of a call, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Refuses a call (503) that takes too long; its work continues. */
export const withRequestTimeout = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, REQUEST_TIMEOUT_MS, () => new Refusal(503, failure.tooSlow));
