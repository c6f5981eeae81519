import { statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FontMetrics } from '#lib/rules/shop-parts.ts';
import type { ShopConfig } from './shop-config.ts';

const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

export const isInside = (folder: string, path: string): boolean => !/^\.\.(?:\/|$)/.test(relative(folder, path));

/** The absolute path that a configuration names by a path from its folder, an absolute path or a `file:` URL. */
export const resolvePath = (configFile: string, path: string): string =>
  path.startsWith('file:') ? fileURLToPath(path) : resolve(dirname(configFile), path);

/** Average width of English text in the fallback fonts: Arial and Times New Roman, as parts of their size. */
const averageWidths = { 'sans-serif': 913 / 2048, serif: 832 / 2048 };

/** Reads what makes the fallback font as large as a font. Throws when the file is no font. */
export async function measureFont(path: string, kind: 'sans-serif' | 'serif' = 'sans-serif'): Promise<FontMetrics> {
  // Most shops have no font of their own.
  const { fromFile } = await import('@capsizecss/unpack/fs');
  const { ascent, descent, lineGap, unitsPerEm, xWidthAvg } = await fromFile(path);
  const width = xWidthAvg / unitsPerEm / averageWidths[kind];
  const percent = (part: number): number => Math.round(part * 1000) / 10;
  // A gap between lines is half above and half below the letters.
  const gap = lineGap / 2;
  return [percent(width), percent((ascent + gap) / unitsPerEm / width), percent((gap - descent) / unitsPerEm / width)];
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export interface FileProblem {
  /** As it is written in the configuration. */
  written: string;
  problem: string;
}

/** Finds the first file of the pages that a configuration names and that cannot be used; undefined when there is none. */
export async function findFileProblem(configFile: string, config: ShopConfig): Promise<FileProblem | undefined> {
  const { css, sections = {}, slots = {}, fonts = {}, analytics } = config;
  const fontFiles = Object.values(fonts).flat();
  const components = [...Object.values(sections), ...Object.values(slots)].map(({ component }) => component);
  const named = [css, ...components, ...fontFiles.map(({ file }) => file), analytics?.custom?.module];
  for (const written of named.filter((path) => path !== undefined)) {
    const path = URL.canParse(written) || !written.startsWith('file:') ? resolvePath(configFile, written) : written;
    if (!isFile(path)) return { written, problem: `there is no file ${path}` };
    if (!isInside(dirname(configFile), path) && !isInside(projectFolder, path))
      return { written, problem: `${path} must be in the folder of the configuration` };
  }
  for (const { file: written } of fontFiles) {
    const path = resolvePath(configFile, written);
    const isFont = await measureFont(path).then(
      () => true,
      () => false,
    );
    if (!isFont) return { written, problem: `${path} is not a font that can be read` };
  }
  return undefined;
}
