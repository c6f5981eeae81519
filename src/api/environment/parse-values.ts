/** Splits a comma-separated list. */
export const parseList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Whether a text is an absolute URL with one of these protocols. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
