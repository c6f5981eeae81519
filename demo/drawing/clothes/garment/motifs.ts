/** Printed, dyed and embroidered motifs, and the shapes used as chest prints. */
import { lit, r } from '#drawing/studio/studio.ts';

/** A ring of round petals about a centre. */
export const flower = (x: number, y: number, radius: number, petals: number, petal: string, heart: string): string =>
  `<circle cx="${r(x)}" cy="${r(y)}" r="${r(radius * 0.6)}" fill="none" stroke="${petal}" stroke-width="${r((radius * 3.4) / petals)}" stroke-dasharray="0 10" stroke-linecap="round" pathLength="${petals * 10}"/><circle cx="${r(x)}" cy="${r(y)}" r="${r(radius * 0.34)}" fill="${heart}"/>`;

/** A sprig: a stem with paired leaves and a bud. */
export function sprig(x: number, y: number, size: number, leaf: string, bud: string, turn = 0): string {
  return (
    `<g transform="translate(${r(x)} ${r(y)}) rotate(${turn}) scale(${r(size * 10) / 10})"><path d="M0 16Q2 4 0-9" fill="none" stroke="${leaf}" stroke-width="1.5"/>` +
    `<path d="M0 12C-8 12-12 7-12 2-5 2-1 6 0 12ZM1 8C8 8 12 3 12-2 5-2 1 2 1 8ZM1 3C-6 3-9-2-9-6-3-6 0-2 1 3Z" fill="${leaf}"/>` +
    `<path d="M0-8C-6-10-6-16 0-20 6-16 6-10 0-8Z" fill="${bud}"/></g>`
  );
}

const booti = (x: number, y: number, second: string, third: string, way = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${way} 1)"><path d="M-2 22C-18 20-20 0-6-8 2-12 6-20 2-26 16-20 20-4 14 8 10 17 4 22-2 22Z" fill="${second}"/>` +
  `<path d="M-2 15C-11 13-11 2-2-2 4-5 7-9 7-13 11-4 10 4 7 9 4 14 1 15-2 15Z" fill="${third}"/><circle cx="1" cy="6" r="2.8" fill="${second}"/><path d="M-2 22L-5 31M-2 23L3 31" stroke="${second}" stroke-width="2"/></g>`;

/** One repeat of a motif pattern. An unknown name gives dots. */
export function motif(
  pattern: string,
  colour: string,
  second: string,
  third: string,
): { width: number; height: number; draw: string } {
  switch (pattern) {
    case 'booti':
      return { width: 96, height: 120, draw: booti(26, 32, second, third) + booti(74, 92, second, third, -1) };
    case 'flowers':
      return {
        width: 100,
        height: 112,
        draw:
          flower(26, 28, 15, 6, second, third) +
          flower(76, 84, 15, 6, second, third) +
          sprig(76, 26, 0.8, third, second, 14) +
          sprig(26, 86, 0.8, third, second, -14),
      };
    case 'sprigs':
      return { width: 64, height: 84, draw: sprig(17, 24, 0.72, second, third, 12) + sprig(48, 66, 0.72, second, third, -12) };
    case 'palms': {
      const leaf = (x: number, y: number, turn: number, fill: string): string => {
        let d = 'M0 40Q4 0 0-44';
        for (let i = 0; i < 7; i++) {
          const at = 28 - i * 11;
          const reach = 34 - Math.abs(i - 2) * 4;
          d += `M0 ${at}Q${-reach * 0.6} ${at - 6} ${-reach} ${at - 24}M0 ${at}Q${reach * 0.6} ${at - 6} ${reach} ${at - 24}`;
        }
        return `<path d="${d}" transform="translate(${x} ${y}) rotate(${turn}) scale(.78)" fill="none" stroke="${fill}" stroke-width="4.8" stroke-linecap="round"/>`;
      };
      return {
        width: 160,
        height: 200,
        draw: leaf(44, 58, -22, second) + leaf(114, 156, 18, second) + leaf(112, 52, 28, third) + leaf(52, 154, -30, third),
      };
    }
    case 'lattice': {
      const star = 'M30 6L35 22 51 16 42 30 51 44 35 38 30 54 25 38 9 44 18 30 9 16 25 22Z';
      return {
        width: 60,
        height: 60,
        draw: `<path d="${star}" fill="${second}"/><circle cx="30" cy="30" r="6" fill="${third}"/><g fill="${third}"><circle r="6"/><circle cx="60" r="6"/><circle cy="60" r="6"/><circle cx="60" cy="60" r="6"/></g><path d="M0 0L60 60M60 0L0 60" stroke="${second}" stroke-width="1.4" opacity=".55"/><path d="M30 0V4M30 56V60M0 30H5M55 30H60" stroke="${third}" stroke-width="3"/>`,
      };
    }
    case 'bandhani': {
      let dots = '';
      for (const [x, y] of [
        [40, 16],
        [28, 28],
        [52, 28],
        [16, 40],
        [40, 40],
        [64, 40],
        [28, 52],
        [52, 52],
        [40, 64],
        [0, 0],
        [80, 0],
        [0, 80],
        [80, 80],
      ] as const)
        dots += `<circle cx="${x}" cy="${y}" r="4.4"/>`;
      return { width: 80, height: 80, draw: `<g fill="${colour}" stroke="${second}" stroke-width="2.6">${dots}</g>` };
    }
    case 'dobby':
      return {
        width: 30,
        height: 36,
        draw: `<g fill="${second}"><path d="M8 4L12 9 8 14 4 9Z"/><path d="M23 22L27 27 23 32 19 27Z"/></g>`,
      };
    case 'chikan': {
      const white = lit(second, 0.2);
      const vine = `<path d="M10 130C40 104-6 84 26 58S20 18 46-4M70 130C98 104 52 84 84 58S78 18 104-4" fill="none" stroke="${white}" stroke-width="2" stroke-dasharray="5 2.4"/>`;
      return {
        width: 120,
        height: 126,
        draw: `<g opacity=".85">${vine}${flower(52, 42, 14, 5, white, third)}${flower(110, 96, 14, 5, white, third)}${sprig(18, 96, 0.6, white, white, 30)}${sprig(78, 24, 0.6, white, white, -24)}</g>`,
      };
    }
    default:
      return {
        width: 34,
        height: 34,
        draw: `<g fill="${second}"><circle cx="8.5" cy="8.5" r="3.4"/><circle cx="25.5" cy="25.5" r="3.4"/></g>`,
      };
  }
}

/** A chest print about 200 units wide round the origin; an empty text for an unknown name. */
export function chestPrint(name: string, first: string, second: string): string {
  switch (name) {
    case 'weave': {
      let out = '';
      for (let row = 0; row < 5; row++)
        for (let col = 0; col < 5; col++) {
          const across = (row + col) % 2 === 0;
          out += across
            ? `<rect x="${col * 36 - 93}" y="${row * 36 - 83}" width="42" height="22" rx="3" fill="${first}"/>`
            : `<rect x="${col * 36 - 83}" y="${row * 36 - 93}" width="22" height="42" rx="3" fill="${second}"/>`;
        }
      return out;
    }
    case 'hills':
      return `<circle cx="34" cy="-34" r="42" fill="${second}"/><path d="M-110 60C-76 10-54-30-30-30S14 22 30 30 60-4 76-4 104 40 112 60Z" fill="${first}"/><g fill="none" stroke="${first}" stroke-width="7" stroke-linecap="round"><path d="M-92 80H92M-66 98H66M-36 116H36"/></g>`;
    case 'wave':
      return `<g fill="none" stroke-width="13" stroke-linecap="round"><path d="M-100-34Q-75-66-50-34T0-34 50-34 100-34" stroke="${first}"/><path d="M-100 4Q-75-28-50 4T0 4 50 4 100 4" stroke="${second}"/><path d="M-100 42Q-75 10-50 42T0 42 50 42 100 42" stroke="${first}"/></g>`;
    case 'banana leaf':
      return `<path d="M-70 92C-100 10-40-84 76-104 98 6 30 92-50 76" fill="${first}"/><path d="M-84 112C-50 50 0-20 60-88M-52 52C-30 54 4 50 30 38M-24 12C4 14 36 8 60-8M8-32C30-30 52-36 76-50M-46 44C-56 24-58 0-54-20M-14 0C-24-22-22-42-14-60M20-44C14-58 16-72 24-84" fill="none" stroke="${second}" stroke-width="5" stroke-linecap="round"/>`;
    case 'mark':
      return `<g fill="${first}"><path d="M-16-16H-4V16H-16ZM4-16H16V16H4Z"/></g><path d="M-24-6H24M-24 7H24" stroke="${second}" stroke-width="5"/>`;
    default:
      return '';
  }
}
