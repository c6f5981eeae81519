import { indianTime } from '#lib/rules/dates.ts';
import { formatNumber } from '#lib/rules/text.ts';

const indianTimeFormat = new Intl.DateTimeFormat('sv-SE', { ...indianTime, dateStyle: 'short', timeStyle: 'short' });

/** Formats a time in Indian time, such as "2026-11-20 16:00". */
export const formatIndianTime = (time: string): string => indianTimeFormat.format(new Date(time));

const sizeUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats a size, such as "12 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(sizeUnits.length - 1, Math.max(0, Math.floor(Math.log2(bytes || 1) / 10)));
  const size = bytes / 1024 ** power;
  return `${formatNumber(size < 10 && power > 0 ? Math.round(size * 10) / 10 : Math.round(size))} ${sizeUnits[power]}`;
}

/** Formats a count, such as "1 product" or "2 products". */
export const formatCount = (n: number, one: string, many = `${one}s`): string => `${formatNumber(n)} ${n === 1 ? one : many}`;
