import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const deployed = fileURLToPath(new URL('../../../deploy/nginx-static.conf', import.meta.url));

/** `deploy/nginx-static.conf` for a folder and a port, by plain HTTP. */
export function configureSite(folder: string, port: number): string {
  return readFileSync(deployed, 'utf8')
    .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}\n/m, '') // It redirects to https.
    .replace(/^ *(?:listen \[::\]|ssl_).*\n/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('root /srv/shop/site;', `root ${folder};`);
}

export interface NginxSite {
  pid: number;
  stop: () => void;
}

/** Serves `site` with nginx at a port, as `deploy/nginx-static.conf` does; `folder` is for nginx's own files. */
export async function startNginxSite(program: string, site: string, folder: string, port: number): Promise<NginxSite> {
  mkdirSync(folder, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp;`);
  // Tests read a page right after its build.
  const configuration = configureSite(site, port).replace(/^ *open_file_cache.*\n/gm, '');
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
     http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')} ${configuration} }`,
  );
  const child = spawn(program, ['-p', folder, '-c', main], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  for (let attempt = 0; ; attempt++) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/robots.txt`).then(
      () => true,
      () => false,
    );
    if (isOpen) return { pid: child.pid as number, stop: () => void child.kill('SIGTERM') };
    if (attempt === 400 || child.exitCode !== null) throw new Error(`nginx did not start:\n${log}`);
    await sleep(25);
  }
}
