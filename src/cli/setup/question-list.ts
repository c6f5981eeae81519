import { inspectConfiguration } from '#api/environment/configuration.ts';
import { smsTemplates } from '#api/services/messages/outbox.ts';
import { S3_URL_EXAMPLE } from '#api/services/storage/s3/settings.ts';

/** A setting that `setup` asks for. */
export interface Question {
  /** Environment variable. */
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
}

/** The flag and the property that commander makes of it: SITE_URL → --site-url, siteUrl. */
const flagOf = (name: string): string => `--${name.toLowerCase().replaceAll('_', '-')}`;
export const optionOf = (flag: string): string => flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const question = (name: string, text: string, more: Partial<Question> = {}): Question => ({
  name,
  flag: flagOf(name),
  text,
  ...more,
});

const templateTexts: Partial<Record<string, string>> = { otp: 'DLT template id of one-time codes' };

/** Every setting that `setup` asks for, in order. */
export const questions: readonly Question[] = [
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
  question('SMTP_URL', 'Mail server, such as smtp://user:password@mail.example:587 (Enter for none yet)', { isSecret: true }),
  question('MAIL_FROM', 'Sender of mails, such as "Shop <orders@shop.example>"', { needs: 'SMTP_URL' }),
  question('SMS_AUTH_KEY', 'Key of the text-message provider, MSG91 (Enter for none yet)', { isSecret: true }),
  ...smsTemplates.map((template) =>
    question(
      `SMS_TEMPLATE_${template.toUpperCase()}`,
      templateTexts[template] ?? `DLT template id of "${template.replaceAll('_', ' ')}" (Enter for none)`,
      { needs: 'SMS_AUTH_KEY' },
    ),
  ),
  question('RAZORPAY_KEY_ID', 'Razorpay key id for prepaid orders (Enter for cash on delivery only)'),
  question('RAZORPAY_KEY_SECRET', 'Razorpay key secret', { needs: 'RAZORPAY_KEY_ID', isSecret: true }),
  question('RAZORPAY_WEBHOOK_SECRET', 'Razorpay webhook secret (Enter for none)', { needs: 'RAZORPAY_KEY_ID', isSecret: true }),
];

/** The questions about S3-compatible storage: its URL, then its keys. */
export const storageQuestions = questions.filter(({ name, needs }) => name === 'MEDIA_URL' || needs === 'MEDIA_URL');

/** Why an answer cannot be used, given those before it; undefined if it can. Problems of settings begin with their names. */
export function findAnswerProblem({ name, isRequired }: Question, answers: Readonly<Record<string, string>>): string | undefined {
  if (isRequired && !answers[name]) return `${name} must be set`;
  return inspectConfiguration(answers).problems.find((problem) => problem.startsWith(`${name} `));
}
