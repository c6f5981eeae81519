export { formatIndianTime } from '#lib/rules/format/indian-time.ts';
