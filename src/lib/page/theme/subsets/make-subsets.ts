import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { SUBSET_CHARACTERS } from '../font-characters.ts';

// Makes the subsets beside this file: `npm run fonts`. Each has the characters that nearly every page needs, in one file of at most 20 KB.

/** The fonts of the shop: the name of the subset's file, and the URL of the whole font. */
const fonts = {
  'instrument-sans': import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
  'noto-sans-devanagari': import.meta.resolve(
    '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-latin-wght-normal.woff2',
  ),
  nunito: import.meta.resolve('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'),
  'source-serif-4': import.meta.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
} as const;

/** Makes the subsets; returns their file names with the contents (WOFF2). */
export async function makeSubsets(): Promise<Map<string, Buffer>> {
  const subsets = new Map<string, Buffer>();
  for (const [name, source] of Object.entries(fonts)) {
    const whole = readFileSync(new URL(source));
    const subset = await subsetFont(whole, SUBSET_CHARACTERS, {
      targetFormat: 'woff2',
      // Kerning, and digits of one width for prices.
      keepFeatures: ['kern', 'tnum'],
      variationAxes: { wght: { min: 400, max: 700 } },
    });
    subsets.set(`${name}.woff2`, subset);
  }
  return subsets;
}

if (import.meta.main) {
  for (const [name, bytes] of await makeSubsets()) {
    writeFileSync(new URL(name, import.meta.url), bytes);
    console.log(`${name}: ${bytes.length} bytes`);
  }
}
