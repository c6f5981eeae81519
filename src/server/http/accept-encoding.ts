/** Supported content codings, best first. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** Chooses the best coding that an Accept-Encoding header allows; q=0 excludes a coding. */
export function preferredCoding(acceptEncoding: string | undefined): ContentCoding {
  const accepted = new Set<string>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(coding);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}
