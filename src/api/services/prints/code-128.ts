/**
 * Code 128 (ISO/IEC 15417): the widths of the three bars and three spaces of each symbol, in modules, by its value. 103 to 105 start a code set, 106
 * stops.
 */
const patterns = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const CODE_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;

/** The first character of code set B, a space. */
const FIRST_IN_B = 32;

const inB = (text: string): number[] => [...text].map((character) => character.charCodeAt(0) - FIRST_IN_B);

const inC = (digits: string): number[] => digits.match(/../g)?.map(Number) ?? [];

/**
 * The values of the symbols of a text of printable ASCII, with start, check symbol and stop. Digits alone go in pairs, which makes the bars of a
 * usual AWB a third shorter.
 */
export function encodeCode128(text: string): number[] {
  const isDigits = /^\d{2,}$/.test(text);
  const paired = isDigits ? text.length - (text.length % 2) : 0;
  const rest = text.slice(paired);
  const data = isDigits
    ? [START_C, ...inC(text.slice(0, paired)), ...(rest ? [CODE_B, ...inB(rest)] : [])]
    : [START_B, ...inB(text)];
  const sum = data.reduce((total, value, i) => total + value * Math.max(1, i), 0);
  return [...data, sum % 103, STOP];
}

/** The blank on either side that scanners need, in modules. */
const QUIET = 10;

/** A text as a barcode that fills its box, in SVG; empty for a text that Code 128 cannot hold in printable ASCII. */
export function renderCode128(text: string): string {
  if (!/^[ -~]+$/.test(text)) return '';
  let at = QUIET;
  let path = '';
  for (const value of encodeCode128(text)) {
    [...(patterns[value] ?? '')].map(Number).forEach((width, i) => {
      if (i % 2 === 0) path += `M${at} 0h${width}v1h-${width}z`;
      at += width;
    });
  }
  return `<svg class="barcode" viewBox="0 0 ${at + QUIET} 1" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true"><path d="${path}"/></svg>`;
}
