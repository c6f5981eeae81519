import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';

const deployFolder = join(import.meta.dirname, '../../../deploy');
const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Programs of the system's administrator are not in every user's PATH. */
const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, XDG_DATA_HOME: folder, HOME: folder };
const isInstalled = (...programs: string[]): boolean =>
  programs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`], { env }).status === 0);
const read = (name: string): string => readFileSync(join(deployFolder, name), 'utf8');

async function findFreePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A server in place of the shop: answers with the headers that it got. */
async function startEcho(): Promise<{ server: Server; port: number }> {
  const server = createServer((incoming, response) => response.end(JSON.stringify(incoming.headers))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Writes the nginx file for these ports, with a certificate of its own, and a main file that includes it. */
function writeNginxFiles(ports: { http: number; https: number; shop: number }): string {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const subject = ['-subj', '/CN=shop.example', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], { stdio: 'ignore' });
  const site = read('nginx.conf')
    .replace(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('127.0.0.1:4321', `127.0.0.1:${ports.shop}`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key);
  writeFileSync(join(folder, 'shop.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {}
     http { access_log off; ${temporary.join(' ')} include ${folder}/shop.conf; }`,
  );
  return main;
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

test.skipIf(!isInstalled('nginx', 'openssl'))(
  'nginx serves https, redirects http, and tells the shop who its visitors are',
  async () => {
    const { server, port: shop } = await startEcho();
    const ports = { http: await findFreePort(), https: await findFreePort(), shop };
    const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', writeNginxFiles(ports)], { env, stdio: 'ignore' });
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
      const plain = await fetch(`http://127.0.0.1:${ports.http}/shop?q=cap`, { redirect: 'manual' });
      expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://shop.example/shop?q=cap']);
    } finally {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
      server.close();
    }
  },
);

test.skipIf(!isInstalled('caddy'))('the Caddyfile is valid', () => {
  const args = ['validate', '--adapter', 'caddyfile', '--config', join(deployFolder, 'Caddyfile')];
  expect(spawnSync('caddy', args, { env, encoding: 'utf8' })).toMatchObject({ status: 0 });
});

test.skipIf(!isInstalled('systemd-analyze'))('the systemd units are valid', () => {
  const files = ['shop.service', 'shop-backup.service', 'shop-backup.timer'].map((name) => {
    const file = join(folder, basename(name));
    writeFileSync(file, read(name).replaceAll('/srv/shop/node_modules/.bin/node', process.execPath));
    return file;
  });
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { env, encoding: 'utf8' });
  expect([status, stderr.split('\n').filter((line) => line.includes('shop'))]).toEqual([0, []]);
});

test('the files of deploy name the program that npm start runs and the address where it listens', () => {
  const { scripts } = JSON.parse(readFileSync(join(deployFolder, '../package.json'), 'utf8')) as { scripts: { start: string } };
  // Without exec, the shell between npm and the shop would keep the signal to stop for itself.
  expect(scripts.start).toMatch(/^exec /);
  const command = scripts.start.replace(/^exec /, '').split(' ');
  expect(read('shop.service')).toContain(`ExecStart=/srv/shop/node_modules/.bin/${command.join(' ')}\n`);
  expect(read('../Dockerfile')).toContain(`CMD ["${command.join('", "')}"]\n`);
  for (const name of ['nginx.conf', 'Caddyfile']) expect(read(name)).toContain('127.0.0.1:4321');
});
