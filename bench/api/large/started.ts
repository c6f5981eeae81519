import { categories, orders, searches } from '#bench/api/reads.ts';
import { chance, pick } from '#bench/measure/random.ts';
import { megabytes, peakMegabytes, request, startOn } from '#bench/measure/started-shop.ts';
import { formatRange, percentile } from '#bench/measure/statistics.ts';
import { PRODUCTS_PER_PAGE } from '../../../src/lib/contract/limits.ts';

const STARTS = 5;
const PAGES = 400;
const SITEMAPS = 10;
/** Products of one part of the sitemap. */
const PER_SITEMAP = 3600;

/** An address of the listing, a search or a product. */
function randomAddress(slugs: readonly string[], products: number): string {
  if (chance(0.3)) return `/products/${pick(slugs)}`;
  const query = new URLSearchParams({ page: String(1 + Math.floor((Math.random() * products) / PRODUCTS_PER_PAGE / 10)) });
  if (chance(0.4)) query.set('search', pick(searches));
  if (chance(0.4)) query.set('sub_category', pick(categories));
  if (chance(0.4)) query.set('sort_by', pick(orders));
  if (chance(0.3)) query.set('min_price', String(200 + Math.floor(Math.random() * 4000)));
  return `/shop?${query}`;
}

/** Milliseconds of each request. */
async function timeRequests(url: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const startedAt = performance.now();
    const response = await request(url + path);
    await response.text();
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

const formatTimes = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms  p99 ${percentile(times, 0.99).toFixed(0)} ms  slowest ${Math.max(...times).toFixed(0)} ms`;

/**
 * Prints the time from the start of the server on existing data to its first page, the latencies of pages and sitemap parts, and the
 * memory. Linux only.
 */
export async function measureStarted(
  dataDir: string,
  environment: Record<string, string>,
  { slugs, products }: { slugs: readonly string[]; products: number },
): Promise<void> {
  const starts: number[] = [];
  let current = await startOn(dataDir, environment);
  for (let i = 0; i < STARTS; i++) {
    await current.shop.terminate();
    current = await startOn(dataDir, environment);
    starts.push(current.ms);
  }
  const { shop } = current;
  try {
    console.log(`  start to the first page       ${formatRange(starts)} ms (goal < 1000), then ${megabytes(shop.pid)} MB`);
    const addresses = () => Array.from({ length: PAGES }, () => randomAddress(slugs, products));
    console.log(`  pages after the start         ${formatTimes(await timeRequests(shop.url, addresses()))}`);
    console.log(`  pages                         ${formatTimes(await timeRequests(shop.url, addresses()))}`);
    const parts = Math.ceil(products / PER_SITEMAP);
    const maps = Array.from({ length: SITEMAPS }, (_, i) => `/sitemap-products-${1 + Math.floor((i * parts) / SITEMAPS)}.xml`);
    console.log(`  sitemap parts                 ${formatTimes(await timeRequests(shop.url, maps))}`);
    console.log(`  memory after these reads      ${megabytes(shop.pid)} MB (goal < 300), at most ${peakMegabytes(shop.pid)} MB`);
  } finally {
    await shop.terminate();
  }
}
