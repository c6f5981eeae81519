import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { writeCatalogueFile } from '#bench/import/catalogue.ts';
import { generateProduct } from '#bench/measure/generated-product.ts';
import { median } from '#bench/measure/statistics.ts';
import { withFolder } from '#bench/measure/store.ts';
import { runStore } from '#tests/support/browser/run-store.ts';
import { configureSite } from '#tests/support/static-site/nginx-site.ts';

const PRODUCTS = 10_000;
const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 32;

/** The product that changes between two builds. */
const changed = generateProduct(1);

/** Interval between two memory readings, in milliseconds. */
const SAMPLE_MS = 100;

const projectFolder = fileURLToPath(new URL('../', import.meta.url));

/** Returns a process's memory in megabytes: resident, and its peak (Linux only, else 0). */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Clock ticks per second of /proc. */
const TICKS = 100;

/** Returns the processor time that a process has used, in seconds (Linux only, else 0). */
function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}

/** Runs `npm run build:static` and prints its time, processor time, peak memory and last line. */
async function build(name: string, out: string, env: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['src/server/static/main.ts', '--out', out], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  let megabytes = 0;
  let processor = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, peakMb(child.pid));
    processor = Math.max(processor, cpuSeconds(child.pid));
  }, SAMPLE_MS);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`The build exited with ${code}`);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${name.padEnd(14)} ${seconds.toFixed(1)} s (processor ${processor.toFixed(1)} s)  ${megabytes.toFixed(0)} MB  ${output.trim().split('\n').at(-1)}`,
  );
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Starts `npm start -- --api-only`; resolves when it listens. */
async function startApi(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['src/server/main-from-sources.ts', '--api-only'], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (/open at/.test(String(chunk))) break;
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}

/** Starts nginx with deploy/nginx-static.conf, by http on a free port. */
async function startNginx(folder: string, site: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr; user root; events {}
     http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')} ${configureSite(site, port)} }`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
    },
  };
}

async function requestsPerSecond(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' };
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} failed responses`);
  return result.requests.average;
}

/** Compares pages with files of the same size that need no lookup of other names and no compressed copy. */
async function serve(folder: string, site: string): Promise<void> {
  const { url, stop } = await startNginx(folder, site);
  try {
    for (const page of ['index', 'shop', `products/${changed.slug}`]) {
      const body = readFileSync(join(site, `${page}.html.gz`));
      const file = `_astro/size-${body.length}.woff2`;
      writeFileSync(join(site, file), body);
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({
          page: await requestsPerSecond(`${url}/${page === 'index' ? '' : page}`),
          file: await requestsPerSecond(`${url}/${file}`),
        });
      const ratio = median(rounds.map((round) => round.page / round.file));
      const rate = median(rounds.map((round) => round.page));
      console.log(
        `/${page.padEnd(20)} ${body.length} bytes  ${Math.round(rate)} requests/s  ${ratio.toFixed(2)} of any file of that size`,
      );
    }
  } finally {
    await stop();
  }
}

/** Builds the static site of a large shop, again after one product has changed, and serves it with nginx. */
export async function benchStatic(products = PRODUCTS): Promise<void> {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const site = join(folder, 'site');
    await writeCatalogueFile(join(folder, 'products.csv'), products, 0);
    await runStore(dataDir, 'import', join(folder, 'products.csv'), '--no-pictures');
    const port = await findFreePort();
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      ENV_FILE: '/dev/null',
      PUBLIC_SITE_URL: 'https://shop.example',
      PUBLIC_STORE_API_URL: 'https://api.shop.example/api',
      STORE_API_URL: `http://127.0.0.1:${port}/api`,
      NODE_NO_WARNINGS: '1',
    };
    const { STORE_API_URL: _, ...apiEnv } = env;
    const stopApi = await startApi(apiEnv);
    try {
      await build('first', site, env);
      await build('unchanged', site, env);
      await runStore(dataDir, 'stock', changed.slug, changed.variants[0]?.size ?? '', '0');
      await build('one changed', site, env);
    } finally {
      await stopApi();
    }
    const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    console.log(`${files.length} files, ${Math.round(bytes / 1e6)} MB`);
    if (spawnSync('nginx', ['-v']).status === 0) await serve(folder, site);
    else console.log('nginx is not installed: nothing served');
  });
}
