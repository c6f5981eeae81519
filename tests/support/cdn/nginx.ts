import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { splitKeys } from '#lib/rules/http/surrogate-keys.ts';
import { findInstalled } from '#tests/support/debian-packages.ts';
import type { Cache } from './caching-proxy.ts';

/** The program; undefined where nginx is not installed. */
export const findNginx = (): string | undefined => findInstalled('nginx');

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

function configure(folder: string, port: number, origins: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp;`);
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
${userInfo().uid === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${temporary.join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=shop:1m use_temp_path=off;
  upstream shops { ${origins.map((origin) => `server ${new URL(origin).host};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://shops;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_buffer_size 16k;
      proxy_buffers 8 16k;
      proxy_cache shop;
      proxy_cache_key $request_uri;
      proxy_cache_background_update on;
      proxy_cache_use_stale updating;
      proxy_ignore_headers Expires;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`;
}

/** Deletes the files of nginx's cache whose response has one of these keys; nginx then asks the shop again. */
function deleteCopies(folder: string, keys: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const header = readFileSync(file)
      .subarray(0, 16 * 1024)
      .toString('latin1');
    const own = new Set(splitKeys(/\r\nsurrogate-key: ([^\r]+)/i.exec(header)?.[1] ?? ''));
    if (keys.some((key) => own.has(key))) rmSync(file, { force: true });
  }
}

/** Starts nginx with `proxy_cache` in front of the shops at `origins`. */
export async function startNginxCache(program: string, origins: readonly string[]): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  mkdirSync(join(folder, 'cache'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configure(folder, port, origins));
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const isOpen = await fetch(`${url}/api/healthz`).then(
      () => true,
      () => false,
    );
    if (isOpen) break;
    if (attempt === 200 || child.exitCode !== null) throw new Error(`nginx did not start:\n${log}`);
    await sleep(25);
  }
  return {
    url,
    purge: (keys) => deleteCopies(join(folder, 'cache'), keys),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
