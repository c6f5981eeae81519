import * as z from 'zod/mini';
import { refusalCodes } from './refusal-codes.ts';

/**
 * Who may make a call: anyone, the holder of any session (a verified number is enough), or a customer with a name; and machines that
 * have not even the application key.
 */
export type Access = 'keyless' | 'anyone' | 'session' | 'customer';

/** One call of the store API. Client, server, forms, OpenAPI and tests are all derived from this object. */
export interface Call<
  Name extends string = string,
  Params extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly name: Name;
  readonly method: 'GET' | 'POST';
  /** Path below the API base; `{name}` marks a path parameter. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the API reference. */
  readonly summary: string;
  /** Path and query parameters, all arriving as strings. */
  readonly params: Params;
  readonly body: Body;
  /** How the site sends the body; the API takes JSON and form data alike. */
  readonly encoding: 'json' | 'form';
  /** The reply when the call succeeds. */
  readonly reply: Reply;
  /** What the shopper is told when the server sends no message of its own. */
  readonly failure: string;
}

const nothing = z.object({});

/** Declares a call; parameters and body are empty unless given. */
export function defineCall<
  const Name extends string,
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType = typeof nothing,
  Body extends z.ZodMiniType = typeof nothing,
>(call: {
  name: Name;
  method: 'GET' | 'POST';
  path: `/${string}`;
  access: Access;
  summary: string;
  params?: Params;
  body?: Body;
  encoding?: 'json' | 'form';
  reply: Reply;
  failure: string;
}): Call<Name, Params, Body, Reply> {
  return {
    encoding: 'json',
    ...call,
    params: (call.params ?? nothing) as Params,
    body: (call.body ?? nothing) as Body,
  };
}

export type ParamsOf<C extends Call> = z.input<C['params']>;
export type BodyOf<C extends Call> = z.input<C['body']>;
export type ParsedParamsOf<C extends Call> = z.output<C['params']>;
export type ParsedBodyOf<C extends Call> = z.output<C['body']>;
export type ReplyOf<C extends Call> = z.output<C['reply']>;

/** A message is one sentence, or several to be shown one by one. */
export const message = z.union([z.string(), z.array(z.string())]);

export const captchaProviders = ['turnstile', 'hcaptcha'] as const;

/** The CAPTCHA that a page shows: the provider, the shop's public site key, and the address of the provider's script. */
export const captchaWidget = z.object({ provider: z.enum(captchaProviders), site_key: z.string(), script: z.string() });
export type CaptchaWidget = z.output<typeof captchaWidget>;

/** The field of a body that carries the token of a solved CAPTCHA. */
export const captchaField = { captcha_token: z.optional(z.string().check(z.maxLength(4096))) };

/** What every refusal looks like, whatever the call. */
export const refusalReply = z.object({
  success: z.literal(false),
  message: z.optional(message),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  code: z.optional(z.enum(refusalCodes)),
  /** With code `captcha_required`: what to show. */
  captcha: z.optional(captchaWidget),
  status: z.optional(z.literal(false)),
});
export type RefusalReply = z.output<typeof refusalReply>;

/** The envelope of a successful reply with `data`. */
export const replyWith = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.optional(message), data });

/** The envelope of a successful reply that only says so. */
export const replyOk = z.object({ success: z.literal(true), message: z.optional(message) });
