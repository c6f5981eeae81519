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
import type { Access, Call, ParsedBodyOf, ParsedParamsOf, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { OrderMessage } from '#lib/contract/store.ts';

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
  orderPrefix?: string | undefined;
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

/** Who makes a call, as its access rule demands. */
type CallerOf<Who extends Access> = Who extends 'packer' | 'owner'
  ? { staff: Staff }
  : Who extends 'key'
    ? { program: Program }
    : Who extends 'session' | 'customer'
      ? { shopper: Shopper }
      : Who extends 'optional'
        ? { shopper?: Shopper | undefined }
        : unknown;

/** A request with application key, session, access rule and schema already checked. */
export type CallRequest<C extends Call> = CallerOf<C['access']> & {
  context: CallContext;
  db: Db;
  params: ParsedParamsOf<C>;
  body: ParsedBodyOf<C>;
  headers: Headers;
  /** As rate limits count it (`readIpAddress`). */
  ipAddress: string;
  replyHeaders: Headers;
};

export type Handler<C extends Call> = (request: CallRequest<C>) => Promise<ReplyOf<C>>;

type NamedHandlers<C extends Call> = { [Name in C['name']]: Handler<Extract<C, { name: Name }>> };

/** One handler for each call of shoppers and programs. A missing handler or a wrong reply type is a compile error. */
export type Handlers = NamedHandlers<(typeof calls)[number] | (typeof keyedCalls)[number]>;

type AdminCall = (typeof adminCalls)[number];
type ReadData<C extends Call> = (
  request: CallRequest<C>,
) => ReplyOf<C> extends { data: infer Data } ? Promise<Data> : Promise<void>;

/** The same for the calls of the admin pages, which give the data of the reply, or nothing. */
export type AdminHandlers = { [Name in AdminCall['name']]: ReadData<Extract<AdminCall, { name: Name }>> };

/** Returns a shopper who is a customer with a name. Throws a `Refusal` (401, 403). */
export function requireCustomer(shopper: Shopper | undefined): Shopper {
  if (!shopper) throw new Refusal(401, failure.notAuthenticated);
  if (!shopper.hasDetails) throw new Refusal(403, failure.detailsFirst);
  return shopper;
}
