import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Replaces `astro build`: empties the folder and writes one file for browsers and one for the server. */
export const makePages = (text: string) => async (outDir: string) => {
  await rm(outDir, { recursive: true, force: true });
  for (const part of ['client', 'server']) {
    await mkdir(join(outDir, part), { recursive: true });
    await writeFile(join(outDir, part, 'page.js'), text);
  }
};
