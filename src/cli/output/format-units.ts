export { formatBytes, formatCount } from '#lib/rules/format/units.ts';
