import { t } from '#lib/contract/text/t.ts';

/** Browsers by their User-Agent token. Most also include Chrome's or Safari's, so those two come last. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\b(?:OPR|Opera|OPX)\//, 'Opera'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

/** Operating systems by their User-Agent token, specific ones first: Android includes "Linux", an iPhone "like Mac OS X". */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bKaiOS\//i, 'KaiOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac ?OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: typeof browsers, text: string): string | undefined => names.find(([pattern]) => pattern.test(text))?.[1];

/** The longest part of a User-Agent that is read, in characters. */
const MAX_LENGTH = 500;

/** The name of a device whose User-Agent was not recognised. */
export const UNKNOWN_DEVICE = t('Unknown device');

/**
 * Parses a User-Agent header into a plain name: "Chrome on Android", "Safari on iPhone". Returns only names from the tables above, so that no
 * text from a visitor reaches mails and pages.
 */
export function parseDeviceName(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  const browser = find(browsers, text);
  const system = find(systems, text);
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? UNKNOWN_DEVICE;
}
