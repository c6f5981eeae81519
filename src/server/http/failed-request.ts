import type { IncomingMessage } from 'node:http';
import { redactPersonalData } from '#api/logging.ts';
import { pathOf } from './request-target.ts';

/** A request as it is logged: without its query and personal data. */
export interface FailedRequest {
  method: string;
  path: string;
  /** Also sent to the client as `x-request-id`. */
  requestId: string;
}

/** Longer paths are truncated in the log, in characters. */
const MAX_PATH = 200;

/** Returns method and path of a request for the log. */
export function describeRequest({ method = '', url = '' }: IncomingMessage): Omit<FailedRequest, 'requestId'> {
  return { method, path: redactPersonalData(pathOf(url).slice(0, MAX_PATH)) };
}
