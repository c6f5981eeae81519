import { extname } from 'node:path';
import { lookup } from 'mrmime';

/** Types that mrmime does not know. */
const otherTypes: Readonly<Record<string, string>> = { '.ico': 'image/vnd.microsoft.icon' };

/** The Content-Type of a file by its extension; `application/octet-stream` for an unknown one. */
export function contentTypeOf(name: string): string {
  const type = lookup(name) ?? otherTypes[extname(name)] ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
