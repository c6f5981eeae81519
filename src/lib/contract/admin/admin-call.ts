import type * as z from 'zod/mini';
import { type Call, defineCall, type Nothing, replyOk, replyWith } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';

type ReplyTo<Data> = Data extends z.ZodMiniType ? ReturnType<typeof replyWith<Data>> : typeof replyOk;

/**
 * Declares a call of the admin pages by its method and path below `/admin`, and who may make it. `reply` is the data of its reply, which has none
 * without it.
 */
export function adminCall<
  const Name extends string,
  const Who extends 'anyone' | 'packer' | 'owner',
  Params extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
  Data extends z.ZodMiniType | undefined = undefined,
>(
  name: Name,
  route: `${'GET' | 'POST'} /${string}`,
  access: Who,
  {
    reply,
    ...call
  }: { summary: string; needsRecentSignIn?: boolean; params?: Params; body?: Body; reply?: Data; failure?: string },
): Call<Name, Params, Body, ReplyTo<Data>, Who> {
  const [method, path] = route.split(' ') as ['GET' | 'POST', `/${string}`];
  return defineCall({
    ...{ name, method, path: `/admin${path}` as const, access, failure: failure.generic, beyondSpecification: true },
    ...call,
    reply: reply ? replyWith(reply) : replyOk,
  }) as unknown as Call<Name, Params, Body, ReplyTo<Data>, Who>;
}
