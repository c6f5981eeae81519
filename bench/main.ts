import { parseArgs } from 'node:util';

/** What can be measured: `npm run bench -- pages`. Figures are ratios taken side by side in one run, because machines differ and drift. */
const benches = {
  pages: 'requests per second of cached pages beside a bare server that writes the same bytes',
  screens: 'screenshots of every screen at three widths, in a light and a dark theme, into ./test-results/screens',
} as const;

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [name = ''] = positionals;

if (name === 'pages') await (await import('./pages.ts')).benchPages();
else if (name === 'screens') await (await import('./screens.ts')).takeScreens();
else {
  console.log('Usage: npm run bench -- <name>\n');
  for (const [bench, meaning] of Object.entries(benches)) console.log(`  ${bench.padEnd(10)} ${meaning}`);
  process.exitCode = name ? 2 : 0;
}
