/** Browsers by what only they write into a User-Agent; most call themselves Chrome or Safari as well, so those come last. */
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

/** Systems likewise: Android calls itself Linux, and an iPhone "like Mac OS X". */
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

/** So much of a User-Agent is read, in characters. */
const MAX_READ = 500;

/**
 * What a User-Agent header says in plain words: "Chrome on Android", "Safari on iPhone", "Unknown device". The words are ours alone, so that
 * nothing a visitor sends comes into mails and pages.
 */
export function parseDeviceName(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, MAX_READ);
  const browser = find(browsers, text);
  const system = find(systems, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
