import { t } from '#lib/contract/text/t.ts';

/** The greeting of a mail to a customer; `name` is sanitised. */
export const greet = (name: string): string => t('Dear {name},', { name });
