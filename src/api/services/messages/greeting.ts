import { t } from '#lib/contract/text/t.ts';

/** The greeting of a mail to a customer; `name` is sanitised, and empty where it is not known. */
export const greet = (name: string): string => (name ? t('Dear {name},', { name }) : t('Hello,'));
