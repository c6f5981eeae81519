/** Supported content codings, best first. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

export interface AcceptedCodings {
  /** The best coding without a dictionary. */
  preferred: ContentCoding;
  /** Whether `dcz` is allowed: Zstandard with a dictionary that the client has (RFC 9842). */
  dcz: boolean;
}

/** Distinct headers remembered, and the length of one in characters; browsers send a handful of short ones. */
const MAX_REMEMBERED = 64;
const MAX_REMEMBERED_LENGTH = 100;

const remembered = new Map<string, AcceptedCodings>();

/** Reads the codings that an Accept-Encoding header allows; q=0 excludes a coding. */
export function acceptedCodings(acceptEncoding = ''): AcceptedCodings {
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const accepted = readCodings(acceptEncoding);
  if (acceptEncoding.length > MAX_REMEMBERED_LENGTH) return accepted;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(acceptEncoding, accepted);
  return accepted;
}

/** Chooses the best coding without a dictionary that an Accept-Encoding header allows. */
export const preferredCoding = (acceptEncoding?: string): ContentCoding => acceptedCodings(acceptEncoding).preferred;

function readCodings(acceptEncoding: string): AcceptedCodings {
  const accepted = new Set<string>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(coding);
  }
  const dcz = accepted.has('dcz');
  if (accepted.has('br')) return { preferred: 'br', dcz };
  return { preferred: accepted.has('gzip') ? 'gzip' : 'identity', dcz };
}
