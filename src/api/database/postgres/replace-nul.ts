/** Replaces U+0000, which PostgreSQL's text cannot hold, by U+FFFD. */
export const replaceNul = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);
