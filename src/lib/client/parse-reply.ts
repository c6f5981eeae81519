import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { Normalised, ReceivedReply } from '#lib/rules/normalise/index.ts';

/**
 * Returns the fields of a reply that the contract knows. One that does not match is read as another store may write it; what does that is
 * loaded only then.
 */
export async function parseReply<C extends Call>(call: C, received: ReceivedReply): Promise<Normalised<C>> {
  const parsed = received.ok ? call.reply.safeParse(received.json) : undefined;
  if (parsed?.success) return { reply: parsed.data as ReplyOf<C> };
  return (await import('#lib/rules/normalise/index.ts')).normaliseReply(call, received);
}
