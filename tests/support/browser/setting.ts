/**
 * How the end-to-end tests host a shop, by `E2E_SETTING`: `node` has the store inside the pages' server; `remote` has it in a process
 * of its own, at another origin; `static` has that and files in place of the pages' server; `servers` has two servers behind one address,
 * over PostgreSQL, and pictures in S3-compatible storage.
 */
export const settings = ['node', 'remote', 'static', 'servers'] as const;

export type Setting = (typeof settings)[number];

function readSetting(name = 'node'): Setting {
  const setting = settings.find((known) => known === name);
  if (!setting) throw new Error(`E2E_SETTING must be ${settings.join(' or ')}, not "${name}"`);
  return setting;
}

export const setting = readSetting(process.env['E2E_SETTING']);
