import { chromium } from 'playwright';
import { chromiumArguments, findChromium } from '../../tests/support/browser/chromium/find-chromium.ts';

/** The phone that Lighthouse emulates. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** The first picture of a page's content as a browser shows it. */
export interface FirstPicture {
  /** URL of the file that the browser chose. */
  src: string;
  /** Size on the screen in CSS pixels. */
  width: number;
  height: number;
}

/** Runs in the page. */
async function readFirstPicture(): Promise<FirstPicture | undefined> {
  const image = document.querySelector<HTMLImageElement>('main picture img');
  if (!image) return undefined;
  await image.decode();
  const { width, height } = image.getBoundingClientRect();
  return { src: image.currentSrc, width, height };
}

/** Opens a page on a phone and returns its first picture; undefined when its content has none. */
export async function inspectFirstPicture(url: string): Promise<FirstPicture | undefined> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    const page = await browser.newPage(phone);
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(readFirstPicture);
  } finally {
    await browser.close();
  }
}
