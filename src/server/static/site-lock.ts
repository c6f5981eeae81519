import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isProcessAlive } from '#api/database/files/process-alive.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';
import { besideSite } from './manifest.ts';

/** Locks a site for this process; returns the function that unlocks it. Throws a `StartFailure` while another process has it. */
export function lockSite(outDir: string): () => void {
  const file = besideSite(outDir, 'lock');
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0 && pid !== process.pid && isProcessAlive(pid))
      throw new StartFailure(`Process ${pid} is building ${outDir} already. Wait until it ends, or end it`);
    writeFileSync(file, String(process.pid));
  }
  return () => rmSync(file, { force: true });
}
