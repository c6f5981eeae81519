import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { contentTypeOf } from '#server/files/content-type.ts';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** Reads the rules of a `_headers` file: patterns of paths, each with its headers. */
function readHeaderRules(folder: string): { pattern: RegExp; headers: [string, string][] }[] {
  const text = existsSync(join(folder, '_headers')) ? readFileSync(join(folder, '_headers'), 'utf8') : '';
  return text.split(/\n\s*\n/).map((rule) => {
    const [path = '', ...lines] = rule.trim().split('\n');
    const pattern = new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
    return { pattern, headers: lines.map((line) => line.trim().split(/:\s*/, 2) as [string, string]) };
  });
}

/** Reads the rules of a `_redirects` file, by path. */
const readRedirects = (folder: string): Map<string, string> =>
  new Map(
    (existsSync(join(folder, '_redirects')) ? readFileSync(join(folder, '_redirects'), 'utf8') : '')
      .split('\n')
      .map((line) => line.split(' '))
      .flatMap(([from, to]) => (from && to ? [[from, to] as const] : [])),
  );

/** Serves a folder as static hosts do: `/shop` is shop.html, `_headers` and `_redirects` apply, a missing path is 404.html. */
export async function startStaticServer(folder: string, port = 0): Promise<LoopbackServer> {
  const find = (path: string): string | undefined =>
    [path === '/' ? '/index.html' : `${path}.html`, path]
      .map((name) => join(folder, normalize(name)))
      .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://static.test');
    const redirect = readRedirects(folder).get(pathname);
    if (redirect) return void response.writeHead(302, { location: redirect }).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const path = decodeURIComponent(pathname);
    const isHidden = /^\/(?:_headers|_redirects)$|\/\.(?!well-known\/)/.test(path);
    const file = isHidden ? undefined : find(path);
    for (const { pattern, headers } of readHeaderRules(folder))
      if (pattern.test(pathname)) for (const [name, value] of headers) response.setHeader(name, value);
    const sent = file ?? join(folder, '404.html');
    response.writeHead(file ? 200 : 404, { 'content-type': contentTypeOf(sent) }).end(readFileSync(sent));
  });
  return listenOnLoopback(server, port);
}
