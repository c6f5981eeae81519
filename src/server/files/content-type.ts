import { extname } from 'node:path';
import { lookup } from 'mrmime';

/** Types that mrmime does not know. */
const others: Readonly<Record<string, string>> = { '.ico': 'image/vnd.microsoft.icon' };

/** The Content-Type of a file by its name; bytes of no kind for an unknown ending. */
export function contentTypeOf(name: string): string {
  const type = lookup(name) ?? others[extname(name)] ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
