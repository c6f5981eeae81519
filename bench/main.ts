import { parseArgs } from 'node:util';
import { formatTable, keepsGoal, type Row } from '#bench/measure/rows.ts';

interface Bench {
  about: string;
  /** Runs it, with the further arguments of the command. */
  run: (...names: string[]) => Promise<unknown>;
  /** Runs it as one of all, with fewer rounds where it would take hours. */
  inAll?: () => Promise<Row[]>;
}

const toNumber = (argument: string | undefined): number | undefined => (argument ? Number(argument) : undefined);

/** Products of the store in the run of all. */
const PRODUCTS = 100_000;

/** The benchmarks, such as `npm run bench -- pages`. Results are ratios within one run, because machines differ and their speed drifts. */
const benches: Record<string, Bench> = {
  bytes: {
    about: 'bytes of the first response with headers, and of a page after another page, as a browser receives them',
    run: async () => (await import('./bytes.ts')).benchBytes(),
    inAll: async () => (await import('./bytes.ts')).benchBytes(),
  },
  pages: {
    about: 'cached pages beside a bare server that writes the same bytes and headers; uncached listings (Linux)',
    run: async () => (await import('./pages.ts')).benchPages(),
    inAll: async () => (await import('./pages.ts')).benchPages(),
  },
  api: {
    about:
      'listings, searches, facets and products at 1,000, 10,000 and 100,000 products; checkouts compared with bare commits; on both engines. With a number of products, such as 1000000, at that size',
    run: async (size) => (await import('./api/main.ts')).benchApi(size ? [Number(size)] : undefined),
    inAll: async () => (await import('./api/main.ts')).benchApi([PRODUCTS]),
  },
  admin: {
    about:
      'admin pages, 200 orders in bulk, and checkouts beside that, with 100,000 orders; on both engines. Accepts another number of orders',
    run: async (orders) => (await import('./admin/main.ts')).benchAdmin(toNumber(orders)),
    inAll: async () => (await import('./admin/main.ts')).benchAdmin(),
  },
  delivery: {
    about: 'one quote of a delivery among 20,000 pincodes, on SQLite',
    run: async () => (await import('./delivery.ts')).benchDelivery(),
    inAll: async () => (await import('./delivery.ts')).benchDelivery(),
  },
  memory: {
    about: 'time from start to first page; memory at the start, under load, after distinct listings and in a flood (Linux)',
    run: async () => (await import('./memory.ts')).benchMemory(),
    inAll: async () => (await import('./memory.ts')).benchMemory(),
  },
  lighthouse: {
    about:
      'Lighthouse scores of five pages on a phone, median of three visits, and the largest paint beside a bare page. Accepts the address of a shop',
    run: async (url) => (await import('./lighthouse.ts')).benchLighthouse(url),
    inAll: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  },
  tasks: {
    about: 'tasks longer than 50 ms while home, shop and product load on a phone four times slower than this machine',
    run: async () => (await import('./tasks.ts')).benchTasks(),
    inAll: async () => (await import('./tasks.ts')).benchTasks(),
  },
  screens: {
    about:
      'pictures of each screen and state at five sizes, with drawings and with photographs, in three themes, below test-results/screens. Accepts names of looks, sizes and screens, and the address of a shop; admin: each admin page in each state, light and dark; day: the pictures of docs/admin.md',
    run: async (...names) => {
      const [what, ...more] = names;
      if (what === 'admin') return (await import('./admin-screens/main.ts')).benchAdminScreens(more);
      if (what === 'day') return (await import('./admin-screens/day.ts')).benchAdminDay();
      return (await import('./screens/main.ts')).benchScreens(...names);
    },
  },
  import: {
    about:
      '50,000 products imported, again with every price changed, and so from a WooCommerce export, while 20 shoppers order; on both engines. Accepts another number of products',
    run: async (size) => (await import('./import/main.ts')).benchImport(toNumber(size)),
  },
  pictures: {
    about:
      '1,000 phone pictures of 2 MB imported: when all are shown, and the memory of the import (Linux). Accepts another number',
    run: async (count) => (await import('./pictures.ts')).benchPictures(toNumber(count)),
  },
  fuzz: {
    about: '200,000 generated requests over all calls: statuses of each call; stops at the first response outside the contract',
    run: async () => (await import('./fuzz.ts')).benchFuzz(),
  },
  crash: {
    about: '200 crashes (kill -9) during checkouts: every acknowledged order exists once, and stock adds up',
    run: async () => (await import('./crash.ts')).benchCrash(),
  },
  sockets: {
    about: '100,000 malformed requests over raw sockets: the shop still answers and leaks no descriptors or memory (Linux)',
    run: async () => (await import('./sockets.ts')).benchSockets(),
  },
};

/** Runs the benchmarks that have goals, or those named, and prints one table. Exits with 1 if one failed or a goal does not hold. */
async function benchAll(names: readonly string[]): Promise<void> {
  const chosen = Object.entries(benches).filter(([name, { inAll }]) => inAll && (names.length === 0 || names.includes(name)));
  const rows: Row[] = [];
  for (const [name, { inAll }] of chosen) {
    console.log(`\n${name}`);
    try {
      rows.push(...((await inAll?.()) ?? []));
    } catch (error) {
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
  console.log(`\n${formatTable(rows)}`);
  if (!rows.every(keepsGoal)) process.exitCode = 1;
}

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [name = '', ...rest] = positionals;
const bench = benches[name];

if (name === 'all') await benchAll(rest);
else if (bench) await bench.run(...rest);
else {
  const about = 'those with a goal, one after the other, and one table of what they measured. Accepts the names of some of them';
  console.log('Usage: npm run bench -- <name>\n');
  for (const [known, bench] of Object.entries({ ...benches, all: { about } }))
    console.log(`  ${known.padEnd(10)} ${bench.about}`);
  process.exitCode = name ? 2 : 0;
}
