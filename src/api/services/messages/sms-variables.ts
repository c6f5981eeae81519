/** Most characters of a variable of a text message: operators in India drop a text with a longer one. */
export const MAX_SMS_VARIABLE = 30;

const cut = (text: string): string => text.slice(0, MAX_SMS_VARIABLE).toWellFormed().replace('\ufffd', '').trimEnd();

function shortenValue(value: string): string {
  const text = value.replace(/\s+/g, ' ').trim();
  if (text.length <= MAX_SMS_VARIABLE) return text;
  const words = cut(text.slice(0, MAX_SMS_VARIABLE + 1).replace(/[\s,&/–-]+\S*$/, ''));
  return words.length > MAX_SMS_VARIABLE / 2 ? words : cut(text);
}

/** The variables of a text, each as short as operators want it. */
export const fitVariables = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shortenValue(value)]));

/** Names orders in one variable: "HT-1, HT-2", or "HT-1 and 2 more" when not all fit. */
export function joinOrdersForSms(numbers: readonly string[]): string {
  const all = numbers.join(', ');
  return all.length <= MAX_SMS_VARIABLE ? all : `${numbers[0]} and ${numbers.length - 1} more`;
}

/** Domains below which others register theirs, such as co.in. */
const sharedDomain = /^(?:(?:ac|biz|co|com|edu|firm|gen|gov|ind|net|org)\.)?[a-z]{2,}$/;

/**
 * The host that a code is bound to. A long one loses subdomains, which leaves the same site, so that phones still fill the code in.
 * Undefined when no part of it fits.
 */
export function fitHost(host: string): string | undefined {
  const labels = host.split('.');
  const candidates = labels.map((_, i) => labels.slice(i).join('.'));
  return candidates.find((part, i) => part.length <= MAX_SMS_VARIABLE && (i === 0 || !sharedDomain.test(part)));
}
