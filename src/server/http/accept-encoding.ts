/** Supported content codings, best first. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/**
 * Whether an Accept-Encoding header allows a coding; q=0 excludes it. `dcz` is Zstandard with a dictionary that the client has (RFC 9842).
 */
export const allowsCoding = (acceptEncoding: string | undefined, coding: 'br' | 'gzip' | 'dcz'): boolean =>
  (acceptEncoding ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Chooses the best coding without a dictionary that an Accept-Encoding header allows. */
export const preferredCoding = (acceptEncoding?: string): ContentCoding =>
  (['br', 'gzip'] as const).find((coding) => allowsCoding(acceptEncoding, coding)) ?? 'identity';
