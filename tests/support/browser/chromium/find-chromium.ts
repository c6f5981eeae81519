import { spawnSync } from 'node:child_process';
import sparticuz from '@sparticuz/chromium';
import { aptGet, canUseApt } from '#tests/support/debian-packages.ts';

/** System libraries that the packaged Chromium needs, by their Debian names. */
const systemLibraries = ['libnss3', 'libnspr4'];

export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

/** Finds a working Chromium: `CHROME_PATH`, or the one of the npm package, whose missing system libraries it installs. */
export async function findChromium(): Promise<string> {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return CHROME_PATH;
  const packaged = await sparticuz.executablePath();
  if (missingLibraries(packaged)) installLibraries();
  const still = missingLibraries(packaged);
  if (still)
    throw new Error(
      `Chromium cannot start: ${still}. As root, run: apt-get install -y ${systemLibraries.join(' ')}; or set CHROME_PATH to a Chromium`,
    );
  return packaged;
}

function missingLibraries(executable: string): string {
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes('not found'))
    .join(', ')
    .trim();
}

function installLibraries(): void {
  if (!canUseApt()) return;
  try {
    aptGet(['install', '-y', '--no-install-recommends', ...systemLibraries]);
  } catch {
    // The caller checks again and says what to run.
  }
}
