import { indianTime } from '#lib/rules/dates.ts';

const indianTimeFormat = new Intl.DateTimeFormat('sv-SE', { ...indianTime, dateStyle: 'short', timeStyle: 'short' });

/** Formats a time in Indian time, such as "2026-11-20 16:00". */
export const formatIndianTime = (time: string): string => indianTimeFormat.format(new Date(time));
