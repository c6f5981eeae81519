import * as z from 'zod/mini';
import type { EventHandlers } from '#api/services/events/event-handlers.ts';
import { eventTypes } from '#api/services/events/event-types.ts';
import { intervalPattern, type Job } from '#api/services/extensions/jobs.ts';
import type { MessageTransportModule } from '#api/services/messages/transport-module.ts';
import type { PaymentProviderModule } from '#api/services/payments/provider-module.ts';
import type { ShippingRuleModule } from '#api/services/shipping/shipping-rule.ts';
import { accountSettings, type ShopAnalytics } from '#lib/rules/analytics/settings.ts';
import { type ShopTexts, shopTextsShape } from './shop-texts.ts';
import { originsSchema, partName, type SiteParts, sitePartsShape } from './site-parts.ts';

/** What `shop.config.ts` adds to a shop. Everything is optional. */
export interface ShopConfig extends SiteParts, ShopTexts {
  /** Payment providers beside those of the shop. The settings choose one, as they do among those. */
  payments?: readonly PaymentProviderModule[];
  /** Work on a timer, by its names. */
  jobs?: Readonly<Record<string, Job>>;
  /** Transports of mails and texts beside those of the shop. The settings choose one for each channel, as they do among those. */
  messages?: readonly MessageTransportModule[];
  /** Says what shipping costs, instead of the shop's own zones and charge. */
  shipping?: ShippingRuleModule;
  /** Functions that are called after something has happened, such as a placed order. */
  on?: EventHandlers;
  /** Providers that are told, after consent, what shoppers do. Each wins over its settings; a store elsewhere changes nothing. */
  analytics?: ShopAnalytics;
}

/** Returns the configuration as it is, so that an editor checks and completes it. */
export const defineShop = (config: ShopConfig): ShopConfig => config;

const functionSchema = z.custom<() => unknown>((value) => typeof value === 'function', 'must be a function');

const providerSettingSchema = z.looseObject({
  name: z.string().check(z.regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/, 'must be capitals with an underscore, such as PAY_KEY')),
});

const moduleShape = {
  name: partName,
  settings: z.array(providerSettingSchema).check(z.minLength(1, 'must name at least one setting')),
  connect: functionSchema,
};

const doctorSchema = z.object({ check: z.string(), fix: z.string() });

const channelsSchema = z.union(
  [z.tuple([z.literal('mail')]), z.array(z.enum(['sms', 'whatsapp'])).check(z.minLength(1))],
  "must be ['mail'], or 'sms', 'whatsapp' or both",
);
const eventHandlersSchema = z.strictObject(Object.fromEntries(eventTypes.map((type) => [type, z.optional(functionSchema)])));
const analyticsAccount = ({ pattern, form }: (typeof accountSettings)['ga4']) =>
  z.optional(
    z.strictObject({
      id: z.string().check(z.regex(pattern, `must be ${form}`)),
      url: z.optional(z.url('must be a web address')),
    }),
  );

/** What is checked when the file is loaded: enough that a mistake is found there and not at the first order. */
const shopConfigSchema = z.strictObject({
  ...sitePartsShape,
  ...shopTextsShape,
  jobs: z.optional(
    z.record(
      partName,
      z.strictObject({
        every: z.string().check(z.regex(intervalPattern, 'must be a number of min, h or d, such as 15 min')),
        run: functionSchema,
      }),
    ),
  ),
  on: z.optional(eventHandlersSchema),
  payments: z.optional(
    z.array(
      z.looseObject({
        ...moduleShape,
        browserModule: z.optional(z.union([z.string(), z.instanceof(URL)], 'must be a path or a URL of a file')),
      }),
    ),
  ),
  shipping: z.optional(z.looseObject({ ...moduleShape, settings: z.optional(moduleShape.settings), highest: functionSchema })),
  messages: z.optional(z.array(z.looseObject({ ...moduleShape, channels: channelsSchema, doctor: doctorSchema }))),
  analytics: z.optional(
    z.strictObject({
      ga4: analyticsAccount(accountSettings.ga4),
      metaPixel: analyticsAccount(accountSettings.metaPixel),
      plausible: analyticsAccount(accountSettings.plausible),
      custom: z.optional(
        z.strictObject({
          module: z.string().check(z.regex(/\.[jt]s$/, 'must be the path of a .ts or .js file')),
          name: z.optional(z.string().check(z.regex(/^.{1,40}$/, 'must be 1 to 40 characters'))),
          origins: originsSchema,
        }),
      ),
    }),
  ),
});

/** The first thing that is wrong with an exported configuration, and where in it; undefined when nothing is. */
export function findConfigProblem(exported: unknown): { path: readonly PropertyKey[]; problem: string } | undefined {
  const isObject = typeof exported === 'object' && exported !== null && !Array.isArray(exported) && !('then' in exported);
  if (!isObject) return { path: [], problem: 'must be an object, such as that of defineShop({ … })' };
  const result = shopConfigSchema.safeParse(exported);
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  if (!issue) return { path: [], problem: 'is not a configuration' };
  if (issue.code === 'unrecognized_keys')
    return { path: [...issue.path, issue.keys[0] as string], problem: 'is not something that a shop can be configured with' };
  if (issue.code === 'invalid_key') return { path: issue.path, problem: issue.issues[0]?.message ?? issue.message };
  const problem = issue.message.startsWith('must') ? issue.message : `is not as it must be (${issue.message.toLowerCase()})`;
  return { path: issue.path, problem };
}
