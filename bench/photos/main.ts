import { type Audit, auditPage, auditRows, layoutShifts, printAudit, requirePerfectScores } from '#bench/measure/audit.ts';
import { type FirstPicture, inspectFirstPicture, phone, type Screen } from '#bench/measure/first-picture.ts';
import type { Row } from '#bench/measure/rows.ts';
import { withShop } from '#bench/measure/shop.ts';
import { importPhotographs } from './shop.ts';

const PRODUCTS = 24;

/** The most that a largest paint may take, as a multiple of a bare page's with the same photograph. */
const MAX_RATIO = 1.35;

/** The most that `sizes` may differ from the width on the screen, as a share of it. */
const SIZES_TOLERANCE = 0.1;

const screens: Record<string, Screen> = {
  phone,
  tablet: { width: 768, height: 1024, pixelRatio: 2 },
  desktop: { width: 1440, height: 900, pixelRatio: 1 },
};

/** Returns the path of the first product in the listing. */
async function findFirstProduct(url: string): Promise<string> {
  const path = /href="(\/products\/[^"]+)"/.exec(await (await fetch(`${url}/shop`)).text())?.[1];
  if (!path) throw new Error('The listing is empty');
  return path;
}

/** Prints a picture on one screen; returns what is wrong with it. */
function checkPicture(name: string, picture: FirstPicture | undefined, { pixelRatio }: Screen): string[] {
  if (!picture) return [`${name}: no picture`];
  const { type, bytes, fileWidth, sizesWidth, width, isPrioritised, hasPlaceholder } = picture;
  console.log(
    `${name.padEnd(16)} ${type}, ${bytes} bytes, ${fileWidth} px for ${Math.round(width * pixelRatio)} px, ` +
      `sizes ${sizesWidth} for ${Math.round(width)}${isPrioritised ? ', eager with high priority' : ''}${hasPlaceholder ? ', placeholder' : ''}`,
  );
  const checks: [boolean, string][] = [
    [type === 'image/avif', `${type} instead of AVIF`],
    [Math.abs(sizesWidth / width - 1) <= SIZES_TOLERANCE, `sizes say ${sizesWidth} px, shown with ${Math.round(width)} px`],
    [isPrioritised, 'the first picture is lazy or has no priority'],
    [hasPlaceholder, 'no placeholder in the HTML'],
  ];
  return checks.filter(([holds]) => !holds).map(([, finding]) => `${name}: ${finding}`);
}

/** Checks how a page's first picture is delivered on each screen, and that nothing moved while it loaded. */
async function checkDelivery(audit: Audit, url: string): Promise<string[]> {
  const findings: string[] = [];
  for (const [device, screen] of Object.entries(screens)) {
    const picture = screen === phone ? audit.picture : await inspectFirstPicture(url, screen);
    findings.push(...checkPicture(`${audit.name}, ${device}`, picture, screen));
  }
  if (Math.max(...layoutShifts(audit)) > 0) findings.push(`${audit.name}: the layout shifts`);
  return findings;
}

/**
 * Prints the Lighthouse scores of a shop with photographs, its largest paints beside bare pages with the same photograph, and how the first
 * photograph is delivered. Exits with 1 unless all required scores are perfect and every picture is delivered well.
 */
export async function benchPhotos(products = PRODUCTS): Promise<Row[]> {
  const audits: Audit[] = [];
  const findings: string[] = [];
  const fill = (dataDir: string): Promise<void> => importPhotographs(dataDir, products);
  await withShop(fill, { DEMO_MODE: '1' }, async ({ url }) => {
    const pages = { home: '/', shop: '/shop', product: await findFirstProduct(url) };
    for (const [name, path] of Object.entries(pages)) {
      const audit = await auditPage(name, url + path);
      printAudit(audit);
      findings.push(...(await checkDelivery(audit, url + path)));
      audits.push(audit);
    }
  });
  requirePerfectScores(audits);
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
  return audits.flatMap((audit) => auditRows({ ...audit, name: `${audit.name}, photographs` }, MAX_RATIO));
}
