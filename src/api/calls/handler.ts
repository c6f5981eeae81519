import type { Db } from '#api/database/schema/engine.ts';
import type { Captcha } from '#api/services/limits/captcha.ts';
import type { PaymentProvider } from '#api/services/payments/provider.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import type { calls } from '#lib/contract/all-calls.ts';
import type { Call, ParsedBodyOf, ParsedParamsOf, ReplyOf } from '#lib/contract/call.ts';
import { failure } from '#lib/contract/texts.ts';

/** What every handler works on. */
export interface CallContext {
  db: Db;
  /** A demo shop sends no messages and shows one-time codes instead. */
  demoMode: boolean;
  /** Which messages a provider takes; a demo shop has none, and its messages stay in the outbox. */
  sends: { mail: boolean; sms: boolean };
  /** The shop's public address without a slash at its end; links in mails begin with it. */
  siteUrl: string;
  /** Who takes prepaid orders' payments; undefined where orders are paid on delivery only. */
  paymentProvider: PaymentProvider | undefined;
  /** The CAPTCHA that calls which send messages ask for after a while; undefined where the owner has set none. */
  captcha: Captcha | undefined;
}

/** A request whose key, session, access and schema have been checked. */
export interface CallRequest<C extends Call> {
  context: CallContext;
  params: ParsedParamsOf<C>;
  body: ParsedBodyOf<C>;
  headers: Headers;
  /** Headers that a successful reply carries. */
  replyHeaders: Headers;
  /** Whoever asks with a valid session; always there where the call's access asks for one. */
  shopper: Shopper | undefined;
}

export type Handler<C extends Call> = (request: CallRequest<C>) => Promise<ReplyOf<C>>;

type AnyCall = (typeof calls)[number];
export type CallName = AnyCall['name'];

/** One handler for each call of the contract; one that is missing or answers something else does not compile. */
export type Handlers = { [Name in CallName]: Handler<Extract<AnyCall, { name: Name }>> };

/** The shopper of a call that needs one. */
export function requireShopper({ shopper }: { shopper: Shopper | undefined }): Shopper {
  if (!shopper) throw new Refusal(401, failure.notAuthenticated);
  return shopper;
}
