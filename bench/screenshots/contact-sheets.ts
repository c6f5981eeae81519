import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { viewports } from './viewports.ts';

/** Width of a screenshot on the sheet, in pixels, by viewport width. */
const columnWidths: Record<string, number> = Object.fromEntries(viewports.map(({ width, columnWidth }) => [width, columnWidth]));
const DEFAULT_WIDTH = 300;
const MAX_HEIGHT = 900;
const GAP = 16;

/** File names of screenshots: screen-width-theme.png. */
const shotName = /^(.+)-(\d+)-([a-z]+)\.png$/;

interface Shot {
  file: string;
  width: string;
  theme: string;
}

/** Scales a screenshot to its column and crops it to the maximum height. */
async function scaleToColumn(folder: string, { file, width }: Shot): Promise<{ image: Buffer; height: number }> {
  const resized = sharp(join(folder, file)).resize({ width: columnWidths[width] ?? DEFAULT_WIDTH });
  const { data, info } = await resized.png().toBuffer({ resolveWithObject: true });
  if (info.height <= MAX_HEIGHT) return { image: data, height: info.height };
  const image = await sharp(data).extract({ left: 0, top: 0, width: info.width, height: MAX_HEIGHT }).png().toBuffer();
  return { image, height: MAX_HEIGHT };
}

/** Composes a screen's screenshots: a row for each theme, a column for each width. */
async function createSheet(folder: string, screen: string, shots: Shot[], themes: readonly string[]): Promise<void> {
  const widths = Object.keys(columnWidths).filter((width) => shots.some((shot) => shot.width === width));
  const layers: OverlayOptions[] = [];
  let top = GAP;
  for (const theme of themes) {
    let left = GAP;
    let tallest = 0;
    for (const width of widths) {
      const shot = shots.find((candidate) => candidate.theme === theme && candidate.width === width);
      if (shot) {
        const { image, height } = await scaleToColumn(folder, shot);
        layers.push({ input: image, left, top });
        tallest = Math.max(tallest, height);
      }
      left += (columnWidths[width] ?? 0) + GAP;
    }
    top += tallest + GAP;
  }
  const width = widths.reduce((sum, column) => sum + (columnWidths[column] ?? 0) + GAP, GAP);
  const sheet = sharp({ create: { width, height: top, channels: 3, background: '#8c8c8c' } });
  await sheet
    .composite(layers)
    .png()
    .toFile(join(folder, 'sheets', `${screen}.png`));
}

/** Creates a sheet of every screen in the folder, in its subfolder `sheets`. Returns the screens' names. */
export async function createContactSheets(folder: string, themes: readonly string[]): Promise<string[]> {
  const screens = new Map<string, Shot[]>();
  for (const file of readdirSync(folder)) {
    const [, screen = '', width = '', theme = ''] = shotName.exec(file) ?? [];
    if (screen) screens.set(screen, [...(screens.get(screen) ?? []), { file, width, theme }]);
  }
  for (const [screen, shots] of screens) await createSheet(folder, screen, shots, themes);
  return [...screens.keys()];
}
