import { chromium } from 'playwright';
import { chromiumArguments, findChromium } from '#tests/support/browser/chromium/find-chromium.ts';

/** A screen in CSS pixels, and how many pixels of the device each has. */
export interface Screen {
  width: number;
  height: number;
  pixelRatio: number;
}

/** The phone that Lighthouse emulates. */
export const phone: Screen = { width: 412, height: 823, pixelRatio: 1.75 };

/** The first picture of a page's content as a browser shows it. */
export interface FirstPicture {
  /** URL of the file that the browser chose. */
  src: string;
  type: string;
  bytes: number;
  /** Width of the file in pixels. */
  fileWidth: number;
  /** Width that `sizes` names, in CSS pixels; without `sizes` that of the file. */
  sizesWidth: number;
  /** Size on the screen in CSS pixels. */
  width: number;
  height: number;
  /** Whether it loads at once and with high priority. */
  isPrioritised: boolean;
  /** Whether the HTML has a placeholder for it. */
  hasPlaceholder: boolean;
}

/** Runs in the page. */
async function readFirstPicture() {
  const image = document.querySelector<HTMLImageElement>('main picture img');
  if (!image) return undefined;
  await image.decode();
  // Without `srcset` the width is that of the file.
  const file = Object.assign(new Image(), { src: image.currentSrc });
  await file.decode();
  const { width, height } = image.getBoundingClientRect();
  return {
    src: image.currentSrc,
    fileWidth: file.naturalWidth,
    sizesWidth: image.naturalWidth,
    width,
    height,
    isPrioritised: image.loading !== 'lazy' && image.fetchPriority === 'high',
    hasPlaceholder: image.closest('.picture')?.querySelector('.colour') !== null,
  };
}

/** Opens a page and returns its first picture; undefined when its content has none. */
export async function inspectFirstPicture(url: string, screen = phone): Promise<FirstPicture | undefined> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  try {
    const { pixelRatio: deviceScaleFactor, ...viewport } = screen;
    const page = await browser.newPage({ viewport, deviceScaleFactor, isMobile: screen === phone, hasTouch: screen === phone });
    await page.goto(url, { waitUntil: 'networkidle' });
    const picture = await page.evaluate(readFirstPicture);
    if (!picture) return undefined;
    const response = await fetch(picture.src);
    const bytes = (await response.arrayBuffer()).byteLength;
    return { ...picture, type: response.headers.get('content-type') ?? '', bytes };
  } finally {
    await browser.close();
  }
}
