import { expect, test } from 'vitest';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { findIneffectiveSettings } from '#api/environment/ineffective-settings.ts';
import { findConfigProblem } from '#api/extend/shop-config.ts';
import { askForConsent } from '#lib/page/consent-question.ts';
import { readAnalytics, toAnalyticsEnvironment } from '#lib/rules/analytics/settings.ts';
import publishedAnalytics from '#tests/fixtures/extensions/analytics.ts';

test('without settings no provider is on, empty ones included', () => {
  const problems: string[] = [];
  expect(readAnalytics({ ANALYTICS_GA4: '', ANALYTICS_PLAUSIBLE_URL: 'https://stats.example' }, problems)).toEqual({});
  expect(problems).toEqual([]);
});

test('each provider is on by its own setting, in any combination', () => {
  const all = {
    ANALYTICS_GA4: 'G-ABC123DEF4',
    ANALYTICS_META_PIXEL: '123456789012345',
    ANALYTICS_PLAUSIBLE: 'shop.example',
    ANALYTICS_PLAUSIBLE_URL: 'https://stats.shop.example/',
  };
  const problems: string[] = [];
  const settings = {
    ga4: { id: 'G-ABC123DEF4' },
    metaPixel: { id: '123456789012345' },
    plausible: { id: 'shop.example', url: 'https://stats.shop.example' },
  };
  expect(readAnalytics(all, problems)).toEqual(settings);
  expect(readAnalytics({ ANALYTICS_META_PIXEL: '123456789012345' }, problems)).toEqual({ metaPixel: { id: '123456789012345' } });
  expect(readAnalytics(toAnalyticsEnvironment(settings), problems)).toEqual(settings);
  expect(problems).toEqual([]);
});

test.for([
  ['ANALYTICS_GA4', 'UA-12345-1'],
  ['ANALYTICS_GA4', 'G-ABC"><script>'],
  ['ANALYTICS_META_PIXEL', 'G-ABC123DEF4'],
  ['ANALYTICS_META_PIXEL', '1'.repeat(40)],
  ['ANALYTICS_PLAUSIBLE', 'https://shop.example/'],
  ['ANALYTICS_PLAUSIBLE', `${'a'.repeat(250)}.example`],
  ['ANALYTICS_PLAUSIBLE', 'localhost'],
] as const)('%s=%s is refused with its form', ([name, value]) => {
  const { problems } = inspectConfiguration({ [name]: value });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be .+ such as `))]);
});

test.for([
  'javascript:alert(1)',
  'https://stats.example/path',
  'https://me@stats.example',
  'stats.example',
  'https://a.example; img-src *',
])('the address %s of a provider is refused', (url) => {
  const { problems } = inspectConfiguration({ ANALYTICS_PLAUSIBLE: 'shop.example', ANALYTICS_PLAUSIBLE_URL: url });
  expect(problems).toEqual([expect.stringContaining('ANALYTICS_PLAUSIBLE_URL must be an address without a path')]);
});

test('the accounts of the guide as it was first published are those of the pages', () => {
  expect(inspectConfiguration({}, publishedAnalytics).problems).toEqual([]);
  expect(readAnalytics(toAnalyticsEnvironment(publishedAnalytics.analytics))).toEqual(publishedAnalytics.analytics);
});

test('an address without its account has no effect, and is named', () => {
  expect(findIneffectiveSettings({ ANALYTICS_PLAUSIBLE_URL: 'https://stats.example' })).toEqual([
    expect.stringContaining('ANALYTICS_PLAUSIBLE_URL has no effect without ANALYTICS_PLAUSIBLE'),
  ]);
});

test('shop.config.ts wins over a setting, and works where the store is elsewhere', () => {
  const shop = { analytics: { ga4: { id: 'G-FROMCONFIG' } } };
  const env = { ANALYTICS_GA4: 'UA-wrong', STORE_API_URL: 'https://api.shop.example/api' };
  expect(inspectConfiguration(env, shop).problems).toEqual([]);
  expect(findConfigProblem(shop)).toBeUndefined();
  expect(findConfigProblem({ analytics: { ga4: { id: 'UA-1' } } })).toEqual({
    path: ['analytics', 'ga4', 'id'],
    problem: expect.stringContaining('must be a measurement id'),
  });
  expect(
    findConfigProblem({ analytics: { custom: { module: './report.ts', origins: ['https://stats.example'] } } }),
  ).toBeUndefined();
  expect(findConfigProblem({ analytics: { custom: { module: './report.astro' } } })).toEqual({
    path: ['analytics', 'custom', 'module'],
    problem: 'must be the path of a .ts or .js file',
  });
  expect(toAnalyticsEnvironment({ custom: { module: './report.ts' } } as object)).toEqual({});
  expect(findConfigProblem({ analytics: { matomo: { id: '1' } } })).toMatchObject({ path: ['analytics', 'matomo'] });
});

test('the question names each provider, and advertisements only with Meta', () => {
  const [ga4, metaPixel, plausible] = [{ id: 'G-ABC123DEF4' }, { id: '12345' }, { id: 'shop.example' }];
  expect(askForConsent({ ga4 })).toBe('May Google Analytics measure visits to improve the shop?');
  expect(askForConsent({ ga4, plausible })).toBe('May Google Analytics and Plausible measure visits to improve the shop?');
  expect(askForConsent({}, 'this shop')).toBe('May this shop measure visits to improve the shop?');
  expect(askForConsent({ ga4 }, 'Our dashboard')).toBe(
    'May Google Analytics and Our dashboard measure visits to improve the shop?',
  );
  expect(askForConsent({ ga4, metaPixel, plausible })).toBe(
    'May Google Analytics, Meta and Plausible measure visits to improve the shop and its ads?',
  );
});
