import { parseArgs } from 'node:util';

/** The benchmarks, such as `npm run bench -- pages`. Results are ratios within one run, because machines differ and their speed drifts. */
const benches = {
  pages: 'requests per second of cached pages, compared with a bare server that writes the same bytes',
  api: 'listings, searches and products at 1,000, 10,000 and 100,000 products; checkouts compared with bare commits; on both engines',
  accounts: 'response times with and without an account, for calls that must not reveal whether one exists',
  fuzz: '200,000 generated requests over all calls: statuses of each call; stops at the first response outside the contract',
  crash: '200 crashes (kill -9) during checkouts: every acknowledged order exists once, and stock adds up',
  import:
    '50,000 products imported, and again with every price changed, while 20 shoppers order; on both engines. Accepts another number of products',
  sockets: '100,000 malformed requests over raw sockets: the shop still answers and leaks no descriptors or memory (Linux)',
  starvation: 'pages, pictures and sign-ins with and without 20 connections that request random URLs',
  lighthouse:
    'Lighthouse scores of five pages on a phone, median of three visits: accessibility, best practices and SEO must be 100',
  screens:
    'screenshots of every screen and panel at three widths in three themes, with contact sheets, in ./test-results/screens',
} as const;

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [name = '', size] = positionals;

if (name === 'pages') await (await import('./pages.ts')).benchPages();
else if (name === 'api') await (await import('./api/main.ts')).benchApi();
else if (name === 'accounts') await (await import('./accounts.ts')).benchAccounts();
else if (name === 'fuzz') await (await import('./fuzz.ts')).benchFuzz();
else if (name === 'crash') await (await import('./crash.ts')).benchCrash();
else if (name === 'import') await (await import('./import/main.ts')).benchImport(size ? Number(size) : undefined);
else if (name === 'sockets') await (await import('./sockets.ts')).benchSockets();
else if (name === 'starvation') await (await import('./starvation.ts')).benchStarvation();
else if (name === 'screens') await (await import('./screenshots/main.ts')).takeScreenshots();
else if (name === 'lighthouse') await (await import('./lighthouse.ts')).benchLighthouse();
else {
  console.log('Usage: npm run bench -- <name>\n');
  for (const [bench, description] of Object.entries(benches)) console.log(`  ${bench.padEnd(10)} ${description}`);
  process.exitCode = name ? 2 : 0;
}
