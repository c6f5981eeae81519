import { parseArgs } from 'node:util';

/** What can be measured: `npm run bench -- pages`. Figures are ratios taken side by side in one run, because machines differ and drift. */
const benches = {
  pages: 'requests per second of cached pages beside a bare server that writes the same bytes',
  api: 'listings, searches and products at 1,000, 10,000 and 100,000 products; checkouts beside the bare engine’s commits; on both engines',
  accounts: 'how long calls that must not tell who has an account take for somebody who has one and for somebody who has none',
  fuzz: '200,000 generated requests over all calls: how often which status came; stops at the first answer outside the contract',
  crash: '200 times kill -9 in the middle of checkouts: what was acknowledged is there once, and stock adds up',
  import:
    '50,000 products imported, and again with every price changed, while 20 shoppers order; on both engines. Another number may follow',
  sockets: '100,000 malformed requests over raw sockets: the shop answers, its descriptors and memory are what they were (Linux)',
  starvation:
    'what shoppers get while 20 connections ask for made-up addresses, beside the same without them: pages, pictures, sign-ins',
  lighthouse:
    'what Lighthouse says of five pages on a phone, median of three visits: accessibility, best practices and SEO must be 100',
  screens:
    'screenshots of every screen and panel at three widths in three themes, and a sheet of each, into ./test-results/screens',
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
  for (const [bench, meaning] of Object.entries(benches)) console.log(`  ${bench.padEnd(10)} ${meaning}`);
  process.exitCode = name ? 2 : 0;
}
