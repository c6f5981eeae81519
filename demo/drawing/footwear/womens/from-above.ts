/** Women's footwear from above, as a pair with the toes up. */
import { printPaint } from '#drawing/studio/bag-prints.ts';
import { brandMark, buckle, metal } from '#drawing/studio/hardware.ts';
import { crease, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';
import { beadRow, flower, onCurve } from './from-side.ts';
import type { FootwearMake } from './make.ts';

const ROUND =
  'M-20 8C56 10 108 70 118 176C126 262 108 380 92 486C86 560 94 640 92 722C86 806 52 850 0 850C-54 850 -84 806 -88 722C-92 640 -90 562 -104 472C-120 362 -132 262 -116 164C-100 72 -72 8 -20 8z';
const POINTED =
  'M-6 -36C6 10 36 30 70 76C112 134 122 200 116 290C110 380 94 430 90 500C86 570 94 640 92 722C86 806 52 850 0 850C-54 850 -84 806 -88 722C-92 640 -86 570 -96 490C-104 420 -122 360 -124 280C-126 190 -106 124 -70 76C-40 36 -22 10 -6 -36z';

/** The hole for the foot with its insole. `top` is where the vamp ends. */
function mouth(make: FootwearMake, top: number, dip = 0): string {
  const { materials, colour, lining, second } = make;
  const hole = `M0 ${top + dip}C${dip ? 36 : 60} ${top - dip * 0.7} 74 ${top + 60} 78 ${top + 170}C82 ${top + 300} 64 640 70 722C66 786 44 824 0 824C-44 824 -64 786 -68 722C-62 640 -84 ${top + 300} -80 ${top + 170}C-76 ${top + 60} ${dip ? -36 : -60} ${top - dip * 0.7} 0 ${top + dip}z`;
  return (
    materials.panel(hole, lining, {
      round: 30,
      depth: 1.7,
      inside:
        softLine(`M-90 ${top + 60}Q0 ${top - 30} 90 ${top + 60}`, '#0b0d14', 90, 0.7) +
        materials.glow(-20, 660, 50, 120, '#fff8ea', 0.3),
    }) +
    brandMark(0, 720, 40, shaded(lining, 0.4), 0.7) +
    `<path d="${hole}" fill="none" stroke="${make.style === 'jutti' ? second : shaded(colour, 0.1)}" stroke-width="10"/>` +
    (make.style === 'jutti'
      ? stitches(hole, shaded(second, 0.45), 1.6, '3 5')
      : `<path d="${hole}" fill="none" stroke="${lit(colour, 0.4)}" stroke-opacity=".6" stroke-width="2.5"/>`)
  );
}

/** A jutti's upper with its needlework. */
function juttiAbove(make: FootwearMake): string {
  const { materials, colour, second } = make;
  const print = printPaint(materials, make.print, second, 0.5);
  const light = lit(second, 0.4);
  const leaves = (x: number, y: number, n: number, size: number): string =>
    Array.from(
      { length: n },
      (_, i) =>
        `<path d="M0 0q${size * 0.28} ${-size * 0.5} 0 ${-size}q${-size * 0.28} ${size * 0.5} 0 ${size}z" transform="translate(${x} ${y}) rotate(${r(-80 + (160 / (n - 1)) * i)})" fill="${i % 2 ? second : light}" stroke="${shaded(second, 0.5)}" stroke-width="1.5"/>`,
    ).join('');
  const work =
    make.print !== 'plain'
      ? ''
      : make.detail === 'fan'
        ? leaves(0, 286, 11, 116) + leaves(0, 150, 7, 70) + flower(0, 286, 30, light, second)
        : flower(0, 190, 62, second, light, 10) +
          flower(-58, 268, 34, light, second) +
          flower(58, 268, 34, light, second) +
          flower(0, 84, 34, light, second, 6) +
          `<path d="M-40 130C-80 160 -100 210 -98 250M40 130C80 160 100 210 96 250M0 20V48" fill="none" stroke="${second}" stroke-width="4" stroke-dasharray="7 4"/>`;
  return (
    materials.panel(POINTED, colour, {
      surface: make.surface,
      print,
      round: 46,
      inside: materials.glow(-40, 150, 70, 110, '#fff8ea', 0.34),
    }) +
    work +
    beadRow(
      onCurve(
        [
          [-78, 96],
          [-130, 170],
          [-120, 330],
          [-100, 440],
        ],
        26,
      ),
      light,
      3.4,
    ) +
    beadRow(
      onCurve(
        [
          [76, 96],
          [126, 170],
          [116, 330],
          [96, 440],
        ],
        26,
      ),
      light,
      3.4,
    ) +
    mouth(make, 330, 36) +
    `<path d="M-6 -36C-2 -6 8 10 4 30C-4 44 -20 36 -14 20" fill="none" stroke="${second}" stroke-width="9" stroke-linecap="round"/>` +
    flower(0, 836, 18, light, second, 6)
  );
}

/** A kolhapuri from above: toe ring, plaited strap, instep band with side ears. */
function kolhapuriAbove(make: FootwearMake): string {
  const { materials, colour, second, surface, thread, sole } = make;
  const slim = 'scale(1.06 1) translate(4 0)';
  const plait = Array.from({ length: 12 }, (_, i) => `M-13 ${176 + i * 20}l13 12l13 -12`).join('');
  const toeBand = 'M-112 142Q-54 104 18 138L22 192Q-54 164 -112 194Q-120 168 -112 142z';
  const bandPath = 'M-130 330C-70 388 60 388 124 330L136 480C80 430 -90 430 -142 480z';
  return (
    `<g transform="${slim}">${materials.panel(ROUND, shaded(sole, 0.25), { round: 14 })}<g transform="translate(-1 -5)">${materials.panel(ROUND, lit(sole, 0.12), { surface: 'leather', round: 30, inside: materials.glow(-30, 660, 60, 140, '#fff8ea', 0.26) + softLine('M-130 500Q0 440 130 500', '#0b0d14', 60, 0.5) })}</g>` +
    stitches(
      'M-20 22C48 24 94 78 104 178C112 262 94 380 78 486C72 560 80 640 78 720C72 790 44 832 0 832C-46 832 -70 790 -74 720C-78 640 -76 562 -90 472C-106 362 -118 262 -102 168C-88 80 -68 22 -20 22z',
      thread,
      2.2,
      '6 5',
    ) +
    '</g>' +
    `<path d="M0 640l22 34-22 34-22-34z" fill="none" stroke="${second}" stroke-width="4"/>` +
    flower(0, 674, 22, second, thread, 6) +
    `<path d="M0 176V420" transform="translate(6 8)" stroke="#0b0d14" stroke-opacity=".3" stroke-width="34"/>` +
    materials.strap('M0 168V420', 34, second) +
    `<path d="${plait}" fill="none" stroke="${shaded(colour, 0.2)}" stroke-width="7"/><path d="${plait}" transform="translate(0 -2)" fill="none" stroke="${lit(colour, 0.3)}" stroke-width="2.5"/>` +
    `<path d="${toeBand}" transform="translate(5 11)" fill="#0b0d14" opacity=".34"/>` +
    materials.panel(toeBand, colour, { surface, round: 14, inside: materials.glow(-64, 150, 40, 20, '#fff8ea', 0.5) }) +
    stitches('M-104 150Q-54 118 12 146M-106 186Q-54 158 14 184', thread, 2, '5 4') +
    `<path d="${bandPath}" transform="translate(5 12)" fill="#0b0d14" opacity=".3"/>` +
    materials.panel(bandPath, colour, {
      surface,
      print: printPaint(materials, make.print, second, 0.5),
      round: 22,
      inside: materials.glow(-50, 390, 70, 40, '#fff8ea', 0.4),
    }) +
    stitches('M-130 346C-70 402 60 402 124 346M-138 464C-90 416 80 416 130 464', thread, 2.4, '6 5') +
    (make.print === 'plain'
      ? stitches('M-134 392C-70 420 70 420 128 392M-136 414C-80 408 70 408 130 414', second, 4, '3 7')
      : '') +
    [-142, 134]
      .map((x) => materials.panel(`M${x - 8} 452q22 -10 30 8l-6 56q-16 10 -26 0z`, colour, { surface, round: 8 }))
      .join('') +
    `<circle cx="0" cy="398" r="26" fill="${metal(materials, make.metal)}"/>` +
    flower(0, 398, 34, second, lit(second, 0.5), 8)
  );
}

/** A ballet flat or block heel from above. */
function closedAbove(make: FootwearMake): string {
  const { materials, colour, second, surface, thread, detail } = make;
  const print = printPaint(materials, make.print, second, 0.5);
  const body = materials.panel(ROUND, colour, {
    surface,
    print,
    round: 46,
    inside: materials.glow(-36, 110, 70, 90, '#fff8ea', 0.42) + crease('M-90 214Q0 196 92 214', 18, 0.3),
  });
  const tip = 'M-20 8C56 10 108 70 118 176Q0 122 -118 172C-100 72 -72 8 -20 8z';
  if (detail === 'sandal') {
    const band = (d: string): string =>
      `<path d="${d}" transform="translate(4 11)" fill="#0b0d14" opacity=".32"/>${materials.panel(d, colour, { surface, print, round: 20, inside: materials.glow(-50, 220, 70, 60, '#fff8ea', 0.4) })}`;
    return (
      materials.panel(ROUND, make.lining, {
        surface: 'leather',
        round: 34,
        inside: materials.glow(-30, 660, 60, 140, '#fff8ea', 0.3),
      }) +
      brandMark(0, 740, 40, shaded(make.lining, 0.45), 0.7) +
      band('M-128 120C-60 84 60 84 120 126L128 222C70 180 -80 180 -136 216z') +
      stitches('M-128 132C-60 98 60 98 120 138M-134 204C-80 168 70 168 126 210', thread, 2, '5 4') +
      band('M-130 290C-70 252 60 252 118 294L110 392C60 352 -70 352 -118 386z') +
      stitches('M-128 302C-70 266 60 266 116 306M-118 374C-70 340 60 340 108 380', thread, 2, '5 4') +
      materials.panel(
        'M-92 640C-60 690 60 690 96 640L98 722C92 812 54 858 0 858C-56 858 -90 812 -94 722z M-70 700C-60 800 60 800 72 700C40 730 -40 730 -70 700z',
        colour,
        { surface, round: 16 },
      ) +
      materials.strap('M-96 650C-120 560 -60 520 0 520S122 560 98 650', 22, second, thread) +
      buckle(materials, make.metal, 92, 580, 36, 34)
    );
  }
  const heelStrap =
    detail === 'strap'
      ? materials.strap('M-94 520Q0 470 94 520', 26, second, thread) +
        `<g transform="rotate(14 82 510)">${buckle(materials, make.metal, 82, 510, 40, 38)}</g>`
      : '';
  const bow =
    detail === 'bow'
      ? `<g transform="translate(0 246)">${materials.panel('M0 0C-26 -38 -84 -40 -88 -10C-88 20 -36 24 0 0z', second, { round: 10 })}${materials.panel('M0 0C26 -38 84 -40 88 -10C88 20 36 24 0 0z', second, { round: 10 })}${materials.panel('M-13 -14h26v28h-26z', second, { round: 6 })}</g>`
      : '';
  const cap =
    detail === 'cap'
      ? materials.panel(tip, second, { round: 24, inside: materials.glow(-40, 80, 60, 50, '#fff8ea', 0.5) }) +
        stitches('M-114 182Q0 132 114 186', thread, 2, '5 4')
      : '';
  return (
    body +
    cap +
    mouth(make, 236) +
    stitches('M0 222C66 222 88 292 94 400M0 222C-66 222 -90 292 -96 400', thread, 1.8, '4 4') +
    heelStrap +
    bow
  );
}

/** Draws the pair from above. */
export function footwearFromAbove(make: FootwearMake): string {
  const { materials } = make;
  const one = make.style === 'jutti' ? juttiAbove(make) : make.style === 'kolhapuri' ? kolhapuriAbove(make) : closedAbove(make);
  const shadow = (x: number): string => materials.glow(x + 24, 470, 180, 500, '#2a2622', 0.5);
  return `<g transform="translate(0 180)">${shadow(254)}${shadow(640)}<use href="#one" transform="translate(252 0) rotate(4 0 430) scale(-1 1)"/><g transform="translate(646 0) rotate(-3 0 430)"><g id="one">${one}</g></g></g>`;
}
