import { isRefused, type Outcome, type Refused, type RequestOptions } from '#lib/client/request.ts';
import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';

/** Result of a call for one part of a page: the reply, or the failure. */
export type PartResult<Reply> = { reply: Reply; failure?: never } | { reply?: never; failure: Refused };

/** Makes a call for one part of a page: on the server, or in the browser. */
export type LoadPart = <C extends Call>(call: C, options?: RequestOptions<C>) => Promise<PartResult<ReplyOf<C>>>;

/** The result of a call's outcome; a cancelled call counts as one without a reply. */
export function toPart<C extends Call>(call: C, outcome: Outcome<C>): PartResult<ReplyOf<C>> {
  if (!outcome) return { failure: { success: false, message: call.failure, httpStatus: 0 } };
  return isRefused(outcome) ? { failure: outcome } : { reply: outcome };
}
