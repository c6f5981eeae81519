import type { Db } from '#api/database/schema/engine.ts';
import type { Program } from '#api/services/keys/api-keys.ts';
import type { Captcha } from '#api/services/limits/captcha-verification.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import type { GuardedRule } from '#api/services/shipping/guard-rule.ts';
import type { Staff } from '#api/services/staff/staff-sessions.ts';
import type { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import type { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call, ParsedBodyOf, ParsedParamsOf, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { OrderMessage } from '#lib/contract/store.ts';

/** Database, settings and providers that handlers use. */
export interface CallContext {
  db: Db;
  /** In demo mode, no messages are sent and one-time codes are shown in the reply. */
  demoMode: boolean;
  /** Token of the link that opens a demo to a browser; undefined when it is open to all (see `mayUseDemo`). */
  demoLinkToken?: string | undefined;
  /** Whether mail and SMS have a provider, and which of them tell customers or owners about orders; without one, messages stay in the outbox. */
  sends: { mail: boolean; sms: boolean; ownerTexts: boolean; orders: Record<OrderMessage, boolean> };
  /** Whether addresses that people or programs name may be of this machine and of private networks. */
  allowsPrivateWebhooks: boolean;
  /** Public URL of the shop without a trailing slash, for links in mails. */
  siteUrl: string;
  /** Origin of the admin pages without a trailing slash, for links to them. */
  adminUrl: string;
  /** What order numbers begin with; the default if undefined. */
  orderPrefix?: string | undefined;
  /** Signs device tokens. */
  deviceKey: string;
  /** Public URL that replies refer to stored pictures by; undefined for the shop's own. */
  picturesUrl?: string | undefined;
  /** Where the pictures are stored that a program's products name. */
  pictures: PictureSource;
  /** Undefined when the shop takes cash on delivery only. */
  paymentProvider: GuardedProvider | undefined;
  /** The shipping rule of `shop.config.ts`; undefined when the shop charges by its own zones or charge. */
  shippingRule: GuardedRule | undefined;
  /** CAPTCHA of calls that send messages; undefined when none is configured. */
  captcha: Captcha | undefined;
}

/** A request with application key, session, access rule and schema already checked. */
interface CallRequest<C extends Call> {
  context: CallContext;
  params: ParsedParamsOf<C>;
  body: ParsedBodyOf<C>;
  headers: Headers;
  /** Headers added to a successful reply. */
  replyHeaders: Headers;
  /** The signed-in shopper; always set when the call's access rule requires a session. */
  shopper?: Shopper | undefined;
  /** The program that makes the call; always set when the call's access rule requires a key. */
  program?: Program | undefined;
  /** The member of staff; always set when the call's access rule is `packer` or `owner`. */
  staff?: Staff | undefined;
}

export type Handler<C extends Call> = (request: CallRequest<C>) => Promise<ReplyOf<C>>;

type AnyCall = (typeof calls)[number] | (typeof keyedCalls)[number] | (typeof adminCalls)[number];
type CallName = AnyCall['name'];

/** One handler for each call of the contract. A missing handler or a wrong reply type is a compile error. */
export type Handlers = { [Name in CallName]: Handler<Extract<AnyCall, { name: Name }>> };

/** The handlers of one subject of the admin pages. */
export type AdminHandlers<Calls extends readonly Call[]> = Pick<Handlers, Extract<Calls[number]['name'], CallName>>;

/** Returns the shopper of a call that requires one. Throws a `Refusal` (401). */
export function requireShopper({ shopper }: { shopper?: Shopper | undefined }): Shopper {
  if (!shopper) throw new Refusal(401, failure.notAuthenticated);
  return shopper;
}

/** Returns the customer of a call that requires one with a name. Throws a `Refusal` (401, 403). */
export function requireCustomer(request: { shopper?: Shopper | undefined }): Shopper {
  const shopper = requireShopper(request);
  if (!shopper.hasDetails) throw new Refusal(403, failure.detailsFirst);
  return shopper;
}

/** Returns the program of a call that requires a key. Throws a `Refusal` (401). */
export function requireProgram({ program }: { program?: Program | undefined }): Program {
  if (!program) throw new Refusal(401, failure.apiKey);
  return program;
}

/** Returns the member of staff of a call that requires one. Throws a `Refusal` (401). */
export function requireStaff({ staff }: { staff?: Staff | undefined }): Staff {
  if (!staff) throw new Refusal(401, failure.notAuthenticated);
  return staff;
}
