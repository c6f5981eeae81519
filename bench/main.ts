import { parseArgs } from 'node:util';
import type { Row } from '#bench/measure/rows.ts';

interface Bench {
  about: string;
  /** Runs it, with the second argument of the command. */
  run: (argument?: string) => Promise<unknown>;
  /** Runs it as one of all, with fewer rounds where it would take hours. */
  inAll?: () => Promise<Row[]>;
}

const toNumber = (argument: string | undefined): number | undefined => (argument ? Number(argument) : undefined);

/** Sizes in the run of all: products of the store, and addresses that a crawler visits. */
const PRODUCTS = 100_000;
const CRAWLED = 3000;

/** The benchmarks, such as `npm run bench -- pages`. Results are ratios within one run, because machines differ and their speed drifts. */
const benches: Record<string, Bench> = {
  bytes: {
    about: 'bytes of the first response with headers, and of a page after another page, as a browser receives them',
    run: async () => (await import('./bytes.ts')).benchBytes(),
    inAll: async () => (await import('./bytes.ts')).benchBytes(),
  },
  pages: {
    about:
      'cached pages, whole and unchanged, compared with a bare server that writes the same bytes and headers; uncached listings; two processes compared with one (Linux)',
    run: async () => (await import('./pages.ts')).benchPages(),
    inAll: async () => (await import('./pages.ts')).benchPages(),
  },
  api: {
    about:
      'listings, searches, facets and products at 1,000, 10,000 and 100,000 products; checkouts compared with bare commits; on both engines. With a number of products, such as 1000000, at that size',
    run: async (size) => (await import('./api/main.ts')).benchApi(size ? [Number(size)] : undefined),
    inAll: async () => (await import('./api/main.ts')).benchApi([PRODUCTS]),
  },
  accounts: {
    about: 'response times with and without an account, for calls that must not reveal whether one exists',
    run: async () => (await import('./accounts.ts')).benchAccounts(),
  },
  fuzz: {
    about: '200,000 generated requests over all calls: statuses of each call; stops at the first response outside the contract',
    run: async () => (await import('./fuzz.ts')).benchFuzz(),
  },
  crash: {
    about: '200 crashes (kill -9) during checkouts: every acknowledged order exists once, and stock adds up',
    run: async () => (await import('./crash.ts')).benchCrash(),
  },
  import: {
    about:
      '50,000 products imported, and again with every price changed, while 20 shoppers order; on both engines. Accepts another number of products',
    run: async (size) => (await import('./import/main.ts')).benchImport(toNumber(size)),
  },
  pictures: {
    about:
      '1,000 phone pictures of 2 MB imported: when all are shown, and the memory of all picture processes (Linux). Accepts another number',
    run: async (count) => (await import('./pictures.ts')).benchPictures(toNumber(count)),
  },
  static: {
    about:
      'the static site of 10,000 products built, and again after one changed; nginx serving its pages compared with any file. Accepts another number of products',
    run: async (size) => (await import('./static.ts')).benchStatic(toNumber(size)),
  },
  memory: {
    about: 'time from start to first page; memory at the start, under load and after a crawler; beside a bare server (Linux)',
    run: async () => (await import('./memory.ts')).benchMemory(),
    inAll: async () => (await import('./memory.ts')).benchMemory(),
  },
  crawl: {
    about:
      '100,000 distinct listings requested at 50 per second while shoppers load cached pages: their response times and the memory. Accepts another number of listings (Linux)',
    run: async (size) => (await import('./crawl.ts')).benchCrawl(toNumber(size)),
    inAll: async () => (await import('./crawl.ts')).benchCrawl(CRAWLED),
  },
  sockets: {
    about: '100,000 malformed requests over raw sockets: the shop still answers and leaks no descriptors or memory (Linux)',
    run: async () => (await import('./sockets.ts')).benchSockets(),
  },
  starvation: {
    about: 'pages, pictures and sign-ins with and without 20 connections that request random URLs',
    run: async () => (await import('./starvation.ts')).benchStarvation(),
  },
  lighthouse: {
    about:
      'Lighthouse scores of five pages on a phone, median of three visits, and the largest paint beside a bare page: accessibility, best practices and SEO must be 100. Accepts the address of a shop',
    run: async (url) => (await import('./lighthouse.ts')).benchLighthouse(url),
    inAll: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  },
  photos: {
    about:
      'the same for a shop with generated photographs, and how their files, sizes and placeholders arrive. Accepts another number of products',
    run: async (size) => (await import('./photos/main.ts')).benchPhotos(toNumber(size)),
    inAll: async () => (await import('./photos/main.ts')).benchPhotos(),
  },
  taps: {
    about:
      'on a slow phone: from the first tap to its effect, and from a click in the listing to the painted product, with and without prefetching',
    run: async () => (await import('./taps.ts')).benchTaps(),
    inAll: async () => (await import('./taps.ts')).benchTaps(),
  },
  screens: {
    about:
      'screenshots of every screen and panel at three widths in three themes, with contact sheets, in ./test-results/screens',
    run: async () => (await import('./screenshots/main.ts')).takeScreenshots(),
  },
};

/** The benchmarks with these names that belong to the table, or all of them. */
function inTable(names: readonly string[]): Map<string, () => Promise<Row[]>> {
  const chosen = Object.entries(benches).flatMap(([name, { inAll }]) => (inAll ? [[name, inAll] as const] : []));
  const unknown = names.filter((name) => !chosen.some(([known]) => known === name));
  if (unknown.length > 0) throw new Error(`Not in the table: ${unknown.join(', ')}`);
  return new Map(chosen.filter(([name]) => names.length === 0 || names.includes(name)));
}

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [name = '', ...rest] = positionals;
const bench = benches[name];

if (name === 'all') await (await import('./all.ts')).benchAll(inTable(rest));
else if (bench) await bench.run(rest[0]);
else {
  const about = 'those with a goal, one after the other, and one table of what they measured. Accepts the names of some of them';
  console.log('Usage: npm run bench -- <name>\n');
  for (const [known, bench] of Object.entries({ ...benches, all: { about } }))
    console.log(`  ${known.padEnd(10)} ${bench.about}`);
  process.exitCode = name ? 2 : 0;
}
