import type { Page } from 'playwright';

const POINTS_PER_MM = 72 / 25.4;

/** The pages that a browser prints a page on: width and height of each, in whole millimetres. */
export async function describePdf(page: Page): Promise<[width: number, height: number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) => [
    Math.round(Number(width) / POINTS_PER_MM),
    Math.round(Number(height) / POINTS_PER_MM),
  ]);
}
