// Plain JavaScript without packages, as the supervisor.

/** The most processes that a shop runs. */
const MAX_WORKERS = 64;

/**
 * Reads the setting WORKERS: the number of processes of a shop, 1 unless it is set, or what is wrong with it.
 *
 * @param {string | undefined} setting
 * @returns {{ workers: number, problem?: string }}
 */
export function readWorkerCount(setting) {
  const text = setting || '1';
  const workers = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (workers >= 1 && workers <= MAX_WORKERS) return { workers };
  return { workers, problem: `WORKERS must be a number of processes from 1 to ${MAX_WORKERS}, not "${text}"` };
}
