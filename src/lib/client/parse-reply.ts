import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { Normalised } from './normalise/index.ts';

/** A JSON body, the call's parameters and body, and whether the status is one of success. */
export interface ReceivedReply {
  json: unknown;
  ok: boolean;
  sent?: { params?: unknown; body?: unknown } | undefined;
}

/**
 * Returns the fields of a reply that the contract knows. One that does not match is read as another store may write it; what does that is
 * loaded only then.
 */
export async function parseReply<C extends Call>(call: C, received: ReceivedReply): Promise<Normalised<C>> {
  const parsed = received.ok ? call.reply.safeParse(received.json) : undefined;
  if (parsed?.success) return { reply: parsed.data as ReplyOf<C> };
  return (await import('./normalise/index.ts')).normaliseReply(call, received);
}
