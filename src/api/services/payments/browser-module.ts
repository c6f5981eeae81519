import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { PaymentProviderModule } from './provider-module.ts';

export interface BrowserModule {
  /** Below the base of the API. It names the hash of the text. */
  path: string;
  text: string;
}

/** Largest file, in bytes: shoppers wait for it before they can pay. */
const MAX_MODULE_BYTES = 64 * 1024;

/** Reads a provider's browser module; undefined if it has none. Throws an error that names the provider if it cannot be used. */
export async function readBrowserModule({ name, browserModule }: PaymentProviderModule): Promise<BrowserModule | undefined> {
  if (browserModule === undefined) return undefined;
  const file = await readFile(browserModule).catch((error: unknown) => {
    throw new Error(`The browser module of ${name} cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  if (file.length > MAX_MODULE_BYTES)
    throw new Error(`The browser module of ${name} has ${file.length} bytes, more than ${MAX_MODULE_BYTES}`);
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 16);
  return { path: `${MODULE_PATH}/${name}-${hash}.js`, text: file.toString('utf8') };
}

/** Where browser modules are served, below the base of the API. */
export const MODULE_PATH = '/payment/module';
