import { lookup } from 'mrmime';

/** The Content-Type of a file by its extension; `application/octet-stream` for an unknown one. */
export function contentTypeOf(name: string): string {
  const type = lookup(name) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
