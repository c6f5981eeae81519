/** How a provider of analytics knows the shop, and its address if that is not its own host. */
export interface AnalyticsAccount {
  /** The measurement id of Google Analytics, the id of a Meta Pixel, the domain of a site at Plausible. */
  id: string;
  /** An http origin: of a Plausible of the shop's own, or of a local server that has a provider's interface. */
  url?: string;
}

export type AnalyticsProviderName = 'ga4' | 'metaPixel' | 'plausible';

/** The providers that are on. */
export type AnalyticsSettings = { [Name in AnalyticsProviderName]?: AnalyticsAccount };

/** A module of the shop's own that gets the events. */
export interface CustomAnalytics {
  /** A `.ts` or `.js` file whose default export is a function of an event; a path from the folder of `shop.config.ts`. Runs in browsers. */
  module: string;
  /** Who measures, as the question to the shopper names it. Default `this shop`. */
  name?: string;
  /** Origins that it sends to and loads from, such as `https://stats.example`; pages allow no other. */
  origins?: readonly string[];
}

/** What `shop.config.ts` says about analytics. */
export interface ShopAnalytics extends AnalyticsSettings {
  custom?: CustomAnalytics;
}

/** The providers that are on in a page; `custom` is a module that the page's scripts have. */
export type PageProviders = AnalyticsSettings & { custom?: true };

/** The environment variable that names an account, with the form of its value. */
interface AccountSetting {
  name: string;
  pattern: RegExp;
  form: string;
}

/** What each account is called by. */
export const accountSettings: Record<AnalyticsProviderName, AccountSetting> = {
  ga4: {
    name: 'ANALYTICS_GA4',
    pattern: /^G-[A-Z0-9]{4,20}$/,
    form: 'a measurement id of Google Analytics, such as G-ABC123DEF4',
  },
  metaPixel: { name: 'ANALYTICS_META_PIXEL', pattern: /^\d{5,20}$/, form: 'the id of a Meta Pixel, such as 123456789012345' },
  plausible: {
    name: 'ANALYTICS_PLAUSIBLE',
    pattern: /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/,
    form: 'the domain of the site at Plausible, such as shop.example',
  },
};

/** Settings of analytics that have no effect without another, each with the one they need. */
export const dependentAnalyticsSettings: readonly (readonly [name: string, needed: string])[] = Object.values(
  accountSettings,
).map(({ name }) => [`${name}_URL`, name]);

/** The origin of an http URL without anything behind its host; undefined for other text. */
function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}

function readAccount(
  { name, pattern, form }: AccountSetting,
  id: string | undefined,
  url: string | undefined,
  problems: string[],
): AnalyticsAccount | undefined {
  if (!id) return undefined;
  if (!pattern.test(id)) problems.push(`${name} must be ${form}, not "${id}"`);
  const origin = url ? readOrigin(url) : undefined;
  if (url && !origin)
    problems.push(`${name}_URL must be an address without a path, such as https://stats.shop.example, not "${url}"`);
  return { id, ...(origin && { url: origin }) };
}

/** Reads which providers of analytics are on, from environment variables; none by default. Adds to `problems`. */
export function readAnalytics(env: Readonly<Record<string, string | undefined>>, problems: string[] = []): AnalyticsSettings {
  const { ga4, metaPixel, plausible } = accountSettings;
  const accounts = {
    ga4: readAccount(ga4, env['ANALYTICS_GA4'], env['ANALYTICS_GA4_URL'], problems),
    metaPixel: readAccount(metaPixel, env['ANALYTICS_META_PIXEL'], env['ANALYTICS_META_PIXEL_URL'], problems),
    plausible: readAccount(plausible, env['ANALYTICS_PLAUSIBLE'], env['ANALYTICS_PLAUSIBLE_URL'], problems),
  };
  return Object.fromEntries(Object.entries(accounts).filter(([, account]) => account)) as AnalyticsSettings;
}

/** The environment variables that say what `shop.config.ts` does about accounts, by which the pages learn of it. */
export const toAnalyticsEnvironment = (settings: AnalyticsSettings = {}): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(accountSettings) as AnalyticsProviderName[]).flatMap((provider) => {
      const account = settings[provider];
      const { name } = accountSettings[provider];
      return account
        ? [
            [name, account.id],
            [`${name}_URL`, account.url ?? ''],
          ]
        : [];
    }),
  );
