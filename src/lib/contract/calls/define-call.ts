import * as z from 'zod/mini';
import { MAX_CAPTCHA_TOKEN } from '#lib/contract/field-lengths.ts';
import type { Scope } from '#lib/contract/programs/scopes.ts';
import { refusalCodes } from './refusal-codes.ts';

/**
 * Required authentication of a call: none (`keyless`), the application key (`anyone`), also a session (`session`; a verified phone
 * number is enough), or a session of a customer with a name (`customer`), which some bodies do without (`optional`). A program of the owner's
 * sends a key with the call's scope and nothing else (`key`). People of the shop have a session of their own: any of them (`packer`), or an
 * owner (`owner`).
 */
export type Access = 'keyless' | 'anyone' | 'session' | 'customer' | 'optional' | 'key' | 'packer' | 'owner';

/** One call of the store API. Client, server, forms, OpenAPI document and tests are derived from this object. */
export interface Call<
  Name extends string = string,
  Params extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly name: Name;
  readonly method: 'GET' | 'POST';
  /** Path below the API base; `{name}` marks a path parameter. */
  readonly path: `/${string}`;
  readonly access: Who;
  /** What a key must allow; set where the access is `key`. */
  readonly scope?: Scope;
  /** The member of staff must have signed in less than `STAFF_RECENT_SIGN_IN_MINUTES` ago. */
  readonly needsRecentSignIn?: boolean;
  /** One sentence for the API reference. */
  readonly summary: string;
  /** Path and query parameters, as strings. */
  readonly params: Params;
  readonly body: Body;
  /** Encoding of the body that the site sends. The API accepts both. */
  readonly encoding: 'json' | 'form';
  readonly reply: Reply;
  /** Fallback error message when the reply has none. */
  readonly failure: string;
  /** The specification has no such call, so that another store may lack it. */
  readonly beyondSpecification?: boolean;
}

const nothing = z.object({});
/** The parameters or the body of a call without any. */
export type Nothing = typeof nothing;

/** Declares a call. Parameters and body default to empty objects, the encoding to JSON. */
export function defineCall<
  const Name extends string,
  const Who extends Access,
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
>(call: {
  name: Name;
  method: 'GET' | 'POST';
  path: `/${string}`;
  access: Who;
  scope?: Scope;
  needsRecentSignIn?: boolean;
  summary: string;
  params?: Params;
  body?: Body;
  encoding?: 'json' | 'form';
  reply: Reply;
  failure: string;
  beyondSpecification?: boolean;
}): Call<Name, Params, Body, Reply, Who> {
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

/** One sentence, or several that are shown one after the other. */
export const message = z.union([z.string(), z.array(z.string())]);

export const captchaProviders = ['turnstile', 'hcaptcha'] as const;

/** The CAPTCHA of a page: provider, public site key and URL of the provider's script. */
export const captchaWidget = z.object({ provider: z.enum(captchaProviders), site_key: z.string(), script: z.string() });
export type CaptchaWidget = z.output<typeof captchaWidget>;

/** The body field for the token of a solved CAPTCHA. */
export const captchaField = { captcha_token: z.optional(z.string().check(z.maxLength(MAX_CAPTCHA_TOKEN))) };

export const refusalReply = z.object({
  success: z.literal(false),
  message: z.optional(message),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  code: z.optional(z.enum(refusalCodes)),
  /** The CAPTCHA to show; sent with code `captcha_required`. */
  captcha: z.optional(captchaWidget),
  status: z.optional(z.literal(false)),
});
export type RefusalReply = z.output<typeof refusalReply>;

export const replyWith = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.optional(message), data });

export const replyOk = z.object({ success: z.literal(true), message: z.optional(message) });
