import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { renderHeadersFile } from '#server/static/headers-and-redirects.ts';
import { findInstalled, findProgram } from '#tests/support/debian-packages.ts';

const deployFolder = join(import.meta.dirname, '../../../deploy');
const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { ...process.env, XDG_DATA_HOME: folder, HOME: folder };
const nginx = findInstalled('openssl') ? findProgram('/usr/sbin/nginx', ['nginx', 'nginx-common']) : undefined;
const caddy = findProgram('/usr/bin/caddy', ['caddy']);
const read = (name: string): string => readFileSync(join(deployFolder, name), 'utf8');

test('nginx sends the headers of static pages that other hosts take from the file _headers', () => {
  const [everyPage = ''] = renderHeadersFile('https://shop.example').split('\n\n');
  const headers = [...everyPage.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  const added = [...read('nginx-static.conf').matchAll(/^ {4}add_header ([\w-]+) (?:"([^"]*)"|(\S+?))(?: always)?;$/gm)];
  const byName = new Map(added.map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain]));
  for (const [name = '', value] of headers) {
    // Differs by page: a variable of this file.
    if (byName.get(name)?.startsWith('$')) continue;
    expect([name, byName.get(name)]).toEqual([name, value]);
  }
});

async function findFreePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Headers of an answer that was compressed with a dictionary. */
const dictionaryHeaders = { 'content-encoding': 'dcz', 'use-as-dictionary': 'match="/*", match-dest=("document")' };

/** A server in place of the shop: answers with the headers that it got, marked as compressed if there is a dictionary. */
async function startEcho(): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, response) => {
    if (incoming.headers['available-dictionary']) response.writeHead(200, dictionaryHeaders);
    response.end(JSON.stringify(incoming.headers));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Writes an nginx file for these ports, with a certificate of its own, and a main file that includes it. */
function writeNginxFiles(name: string, ports: { http: number; https: number; shop?: number }): string {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const subject = ['-subj', '/CN=shop.example', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  const site = read(name)
    .replace(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('127.0.0.1:4321', `127.0.0.1:${ports.shop}`)
    .replace('root /srv/shop/site;', `root ${join(folder, 'site')};`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key);
  writeFileSync(join(folder, 'shop.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {}
     http { include ${nginx?.root}/etc/nginx/mime.types; access_log off; ${temporary.join(' ')} include ${folder}/shop.conf; }`,
  );
  return main;
}

/** Starts nginx with a main file; returns a function that stops it. */
function startNginx(main: string): () => Promise<void> {
  const server = spawn(nginx?.path ?? '', ['-p', folder, '-c', main], { env, stdio: 'ignore' });
  return async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  };
}

/** Sends a request to nginx by HTTPS; resolves to the status and the headers that the shop got. */
async function send(port: number, method: string, body: Buffer | undefined) {
  const headers = { host: 'shop.example', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'gopher' };
  const outgoing = request({ host: '127.0.0.1', port, method, path: '/cart', headers, rejectUnauthorized: false }).end(body);
  const [response] = await once(outgoing, 'response');
  const answer = await text(response);
  return {
    status: response.statusCode as number,
    seen: response.statusCode === 200 ? (JSON.parse(answer) as IncomingHttpHeaders) : {},
  };
}

test.skipIf(!nginx)('nginx serves https, redirects http, and tells the shop who its visitors are', async () => {
  const { server, port: shop } = await startEcho();
  const ports = { http: await findFreePort(), https: await findFreePort(), shop };
  const stopNginx = startNginx(writeNginxFiles('nginx.conf', ports));
  try {
    await expect
      .poll(() =>
        send(ports.https, 'GET', undefined).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect((await send(ports.https, 'GET', undefined)).seen).toMatchObject({
      host: 'shop.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    expect((await send(ports.https, 'POST', Buffer.alloc(2 * 1024 * 1024))).status).toBe(413);
    const headers = { 'accept-encoding': 'br, dcb, dcz', 'available-dictionary': ':AAAA:', 'sec-ch-ua': '"Chromium"' };
    const compressed = await load(ports.https, '/', { headers });
    expect(JSON.parse(compressed.body.toString())).toMatchObject(headers);
    expect(compressed.headers).toMatchObject(dictionaryHeaders);
    const plain = await fetch(`http://127.0.0.1:${ports.http}/shop?q=cap`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://shop.example/shop?q=cap']);
  } finally {
    await stopNginx();
    server.close();
  }
});

/** Requests a path by HTTPS; resolves to status, headers and body. */
async function load(port: number, path: string, { method = 'GET', headers = {} }: { method?: string; headers?: object } = {}) {
  const all = { host: 'shop.example', ...headers };
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers: all, rejectUnauthorized: false }).end();
  const [response] = await once(outgoing, 'response');
  const body = await buffer(response);
  return { status: response.statusCode as number, headers: response.headers as Record<string, string>, body };
}

test.skipIf(!nginx)('nginx serves a static site at its paths, compressed and with its headers', async () => {
  const site = join(folder, 'site');
  for (const [file, content] of [
    ['index.html', 'home'],
    ['shop.html', 'shop'],
    ['shop/caps.html', 'caps'],
    ['products/v1.2.html', 'product'],
    ['404.html', 'missing'],
    ['not-found.html', 'no product'],
    ['payment.html', 'payment'],
    ['reset-password.html', 'reset'],
    ['_astro/a.1.js', 'script'],
    ['_headers', 'rules'],
    ['.well-known/security.txt', 'contact'],
    ['.hidden', 'hidden'],
  ] as const) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), content);
    if (file.endsWith('.html')) writeFileSync(join(site, `${file}.gz`), gzipSync(`${content} compressed`));
  }
  const ports = { http: await findFreePort(), https: await findFreePort() };
  const stopNginx = startNginx(writeNginxFiles('nginx-static.conf', ports));
  const answer = async (path: string, method?: string) => {
    const { status, body } = await load(ports.https, path, method ? { method } : {});
    return [status, String(body)];
  };
  try {
    await expect.poll(() => answer('/').catch(() => undefined)).toEqual([200, 'home']);
    expect(await answer('/shop?page=2')).toEqual([200, 'shop']);
    expect(await answer('/shop/caps')).toEqual([200, 'caps']);
    expect(await answer('/products/v1.2')).toEqual([200, 'product']);
    expect(await answer('/signin', 'POST')).toEqual([404, 'missing']);
    expect(await answer('/shop', 'POST')).toEqual([200, 'shop']);
    expect(await answer('/.well-known/security.txt')).toEqual([200, 'contact']);
    for (const path of ['/none', '/products', '/shop/none', '/_headers', '/.hidden', '/_astro/b.js'])
      expect([path, await answer(path)]).toEqual([path, [404, 'missing']]);
    expect(await answer('/404')).toEqual([404, 'missing']);
    expect(await answer('/not-found')).toEqual([404, 'no product']);
    const header = async (path: string, name: string) => (await load(ports.https, path)).headers[name];
    expect(await header('/reset-password?next=1&token=x', 'cache-control')).toBe('private, no-store');
    expect(await header('/payment?id=1', 'cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(await header('/shop', 'cross-origin-opener-policy')).toBe('same-origin');
    const slash = await load(ports.https, '/shop/?page=2');
    expect([slash.status, slash.headers['location']]).toEqual([301, '/shop?page=2']);
    expect((await load(ports.https, '/shop%0d%0aX-Injected:1/')).headers).not.toHaveProperty('x-injected');
    expect((await load(ports.https, '/my-account')).headers['location']).toBe('/my-account/account');
    const page = await load(ports.https, '/shop/caps', { headers: { 'accept-encoding': 'gzip' } });
    expect(String(gunzipSync(page.body))).toBe('caps compressed');
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-security-policy': "frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    const again = await load(ports.https, '/shop/caps', {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': page.headers['etag'] },
    });
    expect(again.status).toBe(304);
    const script = await load(ports.https, '/_astro/a.1.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  } finally {
    await stopNginx();
  }
});

test.skipIf(!caddy)('the Caddyfile is valid', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(deployFolder, 'Caddyfile')];
  expect(spawnSync(caddy?.path ?? '', args, { env, encoding: 'utf8' })).toMatchObject({ status: 0 });
});

test.skipIf(!findInstalled('systemd-analyze'))('the systemd units are valid', () => {
  const files = ['shop.service', 'shop-backup.service', 'shop-backup.timer'].map((name) => {
    const file = join(folder, basename(name));
    writeFileSync(file, read(name));
    return file;
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { env, encoding: 'utf8' });
  expect([status, stderr.split('\n').filter((line) => line.includes('shop'))]).toEqual([0, []]);
});

test.each(['shop.service', 'shop-backup.service'])('%s starts the Node of the install, else that of the system', (name) => {
  const [, path = ''] = /^Environment=PATH=(.+)$/m.exec(read(name)) ?? [];
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(read(name)) ?? [];
  const install = join(folder, `install-${name}`);
  const [local, system] = [join(install, 'node_modules/.bin'), join(install, 'system')];
  for (const bin of [local, system]) {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${bin} "$@"\n`, { mode: 0o755 });
  }
  const PATH = path.replaceAll('/srv/shop', install).replace('/usr/local/bin', system);
  const [program = '', ...args] = command.split(' ');
  const run = () => spawnSync(program, args, { env: { PATH }, encoding: 'utf8' }).stdout;
  expect(run()).toBe(`${local} ${args.slice(1).join(' ')}\n`);
  rmSync(join(local, 'node'));
  expect(run()).toBe(`${system} ${args.slice(1).join(' ')}\n`);
});

test('the files of deploy name the program that npm start runs and the address where it listens', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync(join(deployFolder, '../package.json'), 'utf8')) as {
    scripts: { start: string };
    dependencies: { node: string };
  };
  // Without exec, the shell between npm and the shop would keep the signal to stop for itself.
  expect(scripts.start).toMatch(/^exec /);
  const command = scripts.start.replace(/^exec /, '').split(' ');
  expect(read('shop.service')).toContain(`ExecStart=/usr/bin/env ${command.join(' ')}\n`);
  expect(read('../Dockerfile')).toContain(`CMD ["${command.join('", "')}"]\n`);
  expect(read('../Dockerfile').match(/^FROM \S+/gm)).toEqual(Array(2).fill(`FROM node:${dependencies.node}-bookworm-slim`));
  for (const name of ['nginx.conf', 'Caddyfile']) expect(read(name)).toContain('127.0.0.1:4321');
});
