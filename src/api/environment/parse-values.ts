/** Splits a comma-separated list. */
export const parseList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Whether a URL is an origin alone, apart from slashes at its end. */
export function isOrigin(text: string): boolean {
  const { username, password, pathname } = new URL(text);
  return !/[?#]/.test(text) && username === '' && password === '' && /^\/*$/.test(pathname);
}

/** Whether a text is an absolute URL with one of these protocols. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
