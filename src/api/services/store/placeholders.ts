import type { StoreSettings } from '#lib/contract/store.ts';
import { describeCharges } from '#lib/rules/charge-texts.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { type TextSetting, textPages } from '#lib/rules/routes/text-pages.ts';

/** Words in an owner's text that the store fills from its settings: `{{store_name}}`. */
const placeholders = {
  store_name: ({ store_name }) => store_name,
  legal_name: ({ store_name, legal }) => legal?.legal_name || store_name,
  address: ({ legal }) => legal?.address,
  state: ({ legal }) => legal?.state,
  gstin: ({ legal }) => legal?.gstin,
  support_email: ({ legal }) => legal?.support_email,
  support_phone: ({ legal }) => legal?.support_phone,
  officer_name: ({ legal }) => legal?.grievance_officer_name,
  officer_designation: ({ legal }) => legal?.grievance_officer_designation || 'Grievance Officer',
  officer_email: ({ legal }) => legal?.grievance_officer_email || legal?.support_email,
  officer_phone: ({ legal }) => legal?.grievance_officer_phone || legal?.support_phone,
  shipping_charges: ({ shipping }) => describeCharges(toCharges(shipping)),
} as const satisfies Record<string, (settings: StoreSettings) => string | undefined>;

const pattern = /\{\{\s*(\w+)\s*\}\}/g;

const isPlaceholder = (name: string): name is keyof typeof placeholders => Object.hasOwn(placeholders, name);

export const placeholderNames = Object.keys(placeholders);

/** The placeholders of a text that the store does not know. */
export const findUnknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isPlaceholder(name));

const escapeMarkdown = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');

/** Fills the placeholders of a Markdown text. A line with one that has no value is left out; an unknown one stays as it is. */
function fill(text: string, settings: StoreSettings): string {
  if (!text.includes('{{')) return text;
  const lines = text.split('\n').flatMap((line) => {
    let isComplete = true;
    const filled = line.replace(pattern, (word, name: string) => {
      if (!isPlaceholder(name)) return word;
      const value = placeholders[name](settings);
      if (!value) isComplete = false;
      return escapeMarkdown(value ?? '');
    });
    return isComplete ? [filled] : [];
  });
  return lines.join('\n');
}

/** The settings with the placeholders of their texts filled, as pages show them. */
export function fillPlaceholders<Settings extends StoreSettings>(settings: Settings): Settings {
  const filled: Pick<StoreSettings, TextSetting> = {};
  for (const { setting } of textPages)
    if (setting === 'faq') {
      if (settings.faq) filled.faq = settings.faq.map(({ question, answer }) => ({ question, answer: fill(answer, settings) }));
    } else if (settings[setting]) filled[setting] = fill(settings[setting], settings);
  return { ...settings, ...filled };
}
