/** The flag of a setting: SITE_URL → --site-url. */
export const flagOf = (name: string): string => `--${name.toLowerCase().replaceAll('_', '-')}`;

/** The property that commander makes of a flag: --site-url → siteUrl. */
export const optionOf = (flag: string): string => flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
