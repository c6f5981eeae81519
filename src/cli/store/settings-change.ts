import { legalKeys } from '#api/services/health/legal-details.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { defaultSettings } from '#api/services/store/settings.ts';
import { isFile } from '#cli/arguments/file-paths.ts';
import { splitKnown } from '#cli/arguments/numbers-and-dates.ts';
import { readTextFile } from '#cli/arguments/text-file.ts';
import { isDraft, pageFiles, parsePage } from '#cli/pages/page-files.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { type StoreSettings, storeSettings } from '#lib/contract/store.ts';
import { pictureRatios } from '#lib/rules/pictures/ratio.ts';
import { findBundledFont, fontFamilies } from '#lib/rules/theme/font-names.ts';
import { normaliseHexColour } from '#lib/rules/theme/theme-variables.ts';
import { readLegalDetail } from './legal-details.ts';
import { storePictureFile } from './picture-source.ts';

/** Values the site supports for settings that are plain text in the contract. */
const choices: Record<string, readonly string[]> = {
  bannerType: ['slider', 'static'],
  categoryLayout: ['swiper', 'grid'],
  picture_ratio: pictureRatios,
};

/** The most characters of settings that are shown on one or two lines. */
const lengths: Record<string, number> = { announcement: 120, tagline: 160 };

const MAX_RETURN_DAYS = 365;

const MAX_TERMS = 12;
const MAX_TERM_LENGTH = 40;

/** Reads search terms, separated by commas. Throws `CommandFailed`. */
function readTerms(value: string): string[] {
  const terms = [...new Set(value.split(',').map((term) => term.trim()))].filter(Boolean);
  const long = terms.find((term) => term.length > MAX_TERM_LENGTH);
  if (long) throw new CommandFailed(`A search term may have at most ${MAX_TERM_LENGTH} characters; "${long}" has ${long.length}`);
  if (terms.length === 0 || terms.length > MAX_TERMS)
    throw new CommandFailed(`search_terms must be 1 to ${MAX_TERMS} terms, separated by commas, such as "Kurtas, Silk stoles"`);
  return terms;
}

/** Reads a number of days. Throws `CommandFailed`. */
function readDays(key: string, value: string): number {
  const days = Number(value);
  if (!/^\d+$/.test(value) || days < 1 || days > MAX_RETURN_DAYS)
    throw new CommandFailed(`${key} must be a number of days from 1 to ${MAX_RETURN_DAYS}, but is "${value}"`);
  return days;
}

/** Keys that are not set as one text: `legal` has a key per field, `shipping` and `menu` their own commands. */
const groups: readonly string[] = ['legal', 'shipping', 'menu', 'prepaid_discount'];

/** Every key that can be set; each field of `legal` has its own. */
export const settingKeys: readonly string[] = [
  ...Object.keys(storeSettings.shape).filter((key) => !groups.includes(key)),
  ...legalKeys.map((key) => `legal.${key}`),
];

function split(assignment: string): { key: string; value: string } {
  const [key, value] = splitKnown(assignment, 'key=value', 'setting', settingKeys);
  if (!value.startsWith('@')) return { key, value };
  if (!isFile(value.slice(1))) throw new CommandFailed(`There is no file "${value.slice(1)}" for ${key}`);
  return { key, value: readTextFile(value.slice(1)).trim() };
}

function parseJson(key: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new CommandFailed(`${key} must be JSON, such as [{"question": "…", "answer": "…"}]`);
  }
}

/** A logo is a URL, or a local picture that is stored with the others. */
async function logo(value: string, pictures: FileStorage): Promise<string> {
  if (value === '' || value.startsWith('/media/') || /^https:\/\//.test(value)) return value;
  if (!isFile(value))
    throw new CommandFailed(`logo must be a picture file or a URL that begins with https://; there is no file "${value}"`);
  return storePictureFile(value, pictures, `The logo "${value}"`);
}

/** Parses a setting to its type in the contract. Throws `CommandFailed` when invalid. */
async function read(key: string, value: string, pictures: FileStorage): Promise<unknown> {
  if (key === 'faq') return value === '' ? undefined : parseJson(key, value);
  if (key === 'logo') return logo(value, pictures);
  if (value === '') return defaultSettings[key as keyof StoreSettings];
  const page = pageFiles.find(({ setting }) => setting === key);
  if (page) {
    if (isDraft(page.setting, value))
      throw new CommandFailed(`${key} is the draft as it was written. Edit it, or delete its first line`);
    return parsePage(page.setting, value, key)[page.setting];
  }
  if (key === 'country_of_origin_filter') {
    if (value !== 'true' && value !== 'false') throw new CommandFailed(`${key} must be true or false`);
    return value === 'true';
  }
  if (key.endsWith('Color')) {
    const colour = normaliseHexColour(value);
    if (!colour) throw new CommandFailed(`${key} must be a colour of 3 or 6 hex digits such as #1f4d3a, but is "${value}"`);
    return colour;
  }
  if (key === 'search_terms') return readTerms(value);
  if (key === 'return_days') return readDays(key, value);
  const longest = lengths[key];
  if (longest !== undefined && value.length > longest)
    throw new CommandFailed(`${key} may have at most ${longest} characters, but has ${value.length}`);
  const known = choices[key];
  if (known && !known.includes(value)) throw new CommandFailed(`${key} must be one of ${known.join(', ')}, but is "${value}"`);
  if (key === 'fontFamily' && !findBundledFont(value))
    throw new CommandFailed(`fontFamily must be one of ${Object.values(fontFamilies).join(', ')}, but is "${value}"`);
  return value;
}

/** A change of settings. Throws `CommandFailed` when the contract does not allow the result. */
export type SettingsChange = (settings: StoreSettings) => StoreSettings;

/**
 * Reads `key=value` assignments and stores their pictures. `key=@file` reads the value from a file, `legal.x` sets a field of the legal
 * block, an empty value resets to the default. Throws `CommandFailed` or `UsageError`.
 */
export async function readSettingsChange(assignments: readonly string[], pictures: FileStorage): Promise<SettingsChange> {
  const values: Record<string, unknown> = {};
  const legalValues: NonNullable<StoreSettings['legal']> = {};
  for (const { key, value } of assignments.map(split)) {
    const part = legalKeys.find((name) => `legal.${name}` === key);
    if (part) Object.assign(legalValues, readLegalDetail(part, value));
    else values[key] = await read(key, value, pictures);
  }
  const hasLegal = Object.keys(legalValues).length > 0;
  return (settings) => check({ ...settings, ...values, ...(hasLegal && { legal: { ...settings.legal, ...legalValues } }) });
}

/** Validates settings by the contract. Throws `CommandFailed` with the first problem. */
function check(next: Record<string, unknown>): StoreSettings {
  const checked = storeSettings.safeParse(next);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new CommandFailed(`${issue?.path.join('.')}: ${issue?.message}`);
}
