import { t } from './t.ts';

/** The language of the interface, as a BCP 47 tag. `language` of `shop.config.ts` takes its place as texts take that of sentences. */
export const LANGUAGE: string = t('en-IN');
