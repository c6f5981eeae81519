import { existsSync } from 'node:fs';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { listModules } from '#api/environment/modules.ts';
import type { ShopConfig } from '#api/extend/shop-config.ts';
import { findLegalProblem, type LegalKey, legalKeys, NO_GSTIN } from '#api/services/health/legal-details.ts';
import type { ProviderSettings } from '#api/services/provider-settings.ts';
import { S3_URL_EXAMPLE } from '#api/services/storage/s3/settings.ts';
import { flagOf } from './flag-names.ts';

export interface Question {
  /** Environment variable, or for a setting of the shop its key, such as `legal.address`. */
  name: string;
  /** Command line flag, such as `--site-url`. */
  flag: string;
  text: string;
  /** Passwords and keys are not shown while they are typed. */
  isSecret?: boolean;
  isRequired?: boolean;
  /** Asked only if this variable has a value. */
  needs?: string;
  /** Offered when nothing is set yet. */
  fallback?: string;
  /** The question whose answer is offered when nothing is set yet. */
  sameAs?: string;
}

const question = (name: string, text: string, more: Partial<Question> = {}): Question => ({
  name,
  flag: flagOf(name),
  text,
  ...more,
});

/** The questions of a provider; those after the first are asked only if that has a value. */
const providerQuestions = ({ settings }: { settings: ProviderSettings }): Question[] =>
  settings.flatMap(({ name, question: text, ifEmpty, isSecret = false }, index) =>
    text
      ? [
          question(name, ifEmpty ? `${text} ${ifEmpty}` : text, {
            ...(index > 0 && { needs: settings[0].name }),
            ...(isSecret && { isSecret }),
          }),
        ]
      : [],
  );

const machineQuestions: readonly Question[] = [
  question('PUBLIC_SITE_URL', "The shop's public address, such as https://shop.example", {
    flag: '--site-url',
    isRequired: true,
  }),
  question('DATA_DIR', 'Folder for database and pictures', { fallback: './data' }),
  question('MEDIA_URL', `S3-compatible storage for pictures and backups, such as ${S3_URL_EXAMPLE} (Enter for the folder above)`),
  question('AWS_ACCESS_KEY_ID', 'Key id of that storage', { needs: 'MEDIA_URL' }),
  question('AWS_SECRET_ACCESS_KEY', 'Secret key of that storage', { needs: 'MEDIA_URL', isSecret: true }),
  question('TRUST_PROXY', 'Does a web server such as nginx or Caddy pass visitors on, with X-Forwarded-For? 1 yes, 0 no', {
    fallback: '1',
  }),
];

/** The questions about settings of the machine, with those of its providers. */
export const listQuestions = (shopConfig: ShopConfig): readonly Question[] => [
  ...machineQuestions,
  ...listModules(shopConfig).flatMap(providerQuestions),
];

const details: Record<LegalKey, string> = {
  legal_name: 'Legal name of the business, as it is registered',
  address: 'Its address in one line, with pincode',
  state: 'Its State',
  gstin: `GSTIN, or "${NO_GSTIN}" for a business without one`,
  support_email: "Your mail address: orders and customers' messages go there, and customers see it",
  support_phone: 'Phone number for customers',
  grievance_officer_name: 'Name of the grievance officer, who answers complaints; this can be you',
  grievance_officer_designation: "The grievance officer's designation",
  grievance_officer_email: "The grievance officer's mail address",
  grievance_officer_phone: "The grievance officer's phone number",
};

/** The flag of each detail that is not named as its key. */
const detailFlags: Partial<Record<LegalKey, string>> = {
  grievance_officer_name: '--officer-name',
  grievance_officer_designation: '--officer-designation',
  grievance_officer_email: '--officer-email',
  grievance_officer_phone: '--officer-phone',
};

/** Settings of the shop itself, asked after those of the machine, because they are stored in the shop. */
export const shopQuestions: readonly Question[] = [
  question('store_name', "The shop's name", { flag: '--name', isRequired: true }),
  ...(Object.keys(details) as LegalKey[]).map((key) =>
    question(`legal.${key}`, `${details[key]} (Enter for later)`, {
      flag: detailFlags[key] ?? `--${key.replaceAll('_', '-')}`,
      ...(/^grievance_officer_(?!name)/.test(key) && { needs: 'legal.grievance_officer_name' }),
      ...(key === 'grievance_officer_designation' && { fallback: 'Grievance Officer' }),
      ...(key === 'grievance_officer_email' && { sameAs: 'legal.support_email' }),
      ...(key === 'grievance_officer_phone' && { sameAs: 'legal.support_phone' }),
    }),
  ),
];

/** The questions about S3-compatible storage: its URL, then its keys. */
export const storageQuestions = machineQuestions.filter(({ name, needs }) => name === 'MEDIA_URL' || needs === 'MEDIA_URL');

/** A folder is named as a path, so that an answer to another question does not become one. */
const isFolder = (text: string): boolean => /^[./~]|[\\/]/.test(text) || existsSync(text);

/** Why an answer cannot be used, given those before it; undefined if it can. Problems of settings begin with their names. */
export function findAnswerProblem(
  { name, isRequired }: Question,
  answers: Readonly<Record<string, string>>,
  shopConfig: ShopConfig,
): string | undefined {
  const answer = answers[name] ?? '';
  const detail = legalKeys.find((key) => name === `legal.${key}`);
  if (detail) {
    if (answer === '' || (detail === 'gstin' && answer.toLowerCase() === NO_GSTIN)) return undefined;
    const problem = findLegalProblem(detail, answer);
    return problem && `It ${problem}`;
  }
  if (isRequired && !answer) return name === 'store_name' ? 'Please give a name; shoppers see it' : `${name} must be set`;
  if (name === 'DATA_DIR' && !isFolder(answer))
    return `DATA_DIR must be a folder such as ./data or /var/lib/shop, but is "${answer}"`;
  return inspectConfiguration(answers, shopConfig).problems.find((problem) => problem.startsWith(`${name} `));
}
