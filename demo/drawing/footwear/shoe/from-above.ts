/** A pair of shoes seen from above, toes up. */
import { brandMark, eyelet, metal } from '#drawing/studio/hardware.ts';
import { crease, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';
import type { ShoeMake } from './make.ts';
import { FOOTPRINT } from './soles.ts';

const UPPER =
  'M-22 10C62 12 120 70 132 176C142 262 122 380 104 486C96 560 106 640 102 722C94 804 56 850 0 850C-58 850 -92 804 -96 722C-100 640 -102 562 -118 472C-136 362 -150 262 -130 164C-114 72 -80 10 -22 10z';
const OPENING = 'M0 436C58 440 78 500 78 590C80 720 66 806 0 810C-60 806 -74 720 -72 590C-70 500 -54 440 0 436z';

/** Crossed laces over a tongue, with a bow. */
function lacing(make: ShoeMake, top: number, bottom: number, rows: number): string {
  const { materials, lace, colour } = make;
  let out = materials.panel(
    `M-34 ${top - 10}Q0 ${top - 24} 34 ${top - 10}L50 ${bottom + 40}Q0 ${bottom + 64} -50 ${bottom + 40}z`,
    shaded(colour, 0.12),
    { surface: make.style === 'derby' ? make.surface : 'mesh', round: 14 },
  );
  const bar = (d: string): string =>
    `<path d="${d}" transform="translate(3 5)" stroke="#0b0d14" stroke-opacity=".3" stroke-width="12" fill="none"/><path d="${d}" stroke="${shaded(lace, 0.3)}" stroke-width="12" fill="none"/><path d="${d}" stroke="${lit(lace, 0.12)}" stroke-width="9" fill="none"/>`;
  for (let i = 0; i < rows; i++) {
    const y = top + ((bottom - top) * i) / (rows - 1);
    const w = 40 + i * 3;
    out +=
      eyelet(materials, make.metal, -w - 12, y, 7) +
      eyelet(materials, make.metal, w + 12, y, 7) +
      bar(`M${r(-w - 10)} ${r(y)}Q0 ${r(y - 12)} ${r(w + 10)} ${r(y)}`);
  }
  const bow = `M0 ${bottom}C-60 ${bottom - 50} -120 ${bottom - 20} -96 ${bottom + 26}C-80 ${bottom + 50} -30 ${bottom + 26} 0 ${bottom}C60 ${bottom - 50} 116 ${bottom - 16} 92 ${bottom + 30}C76 ${bottom + 50} 30 ${bottom + 26} 0 ${bottom}C-10 ${bottom + 50} -30 ${bottom + 80} -60 ${bottom + 110}M0 ${bottom}C14 ${bottom + 50} 36 ${bottom + 86} 56 ${bottom + 96}`;
  return (
    out +
    `<path d="${bow}" transform="translate(4 8)" fill="none" stroke="#0b0d14" stroke-opacity=".25" stroke-width="10"/>` +
    materials.strap(bow, 10, lit(lace, 0.06))
  );
}

/** Details of the vamp, by style. */
function vamp(make: ShoeMake): string {
  const { materials, colour, second, thread, surface, sole, detail } = make;
  const cap = (paint: string, more: string): string =>
    materials.panel('M-22 10C62 12 120 70 132 176Q0 120 -132 176C-114 72 -80 10 -22 10z', paint, {
      surface: more === 'suede' ? 'suede' : surface,
      round: 26,
      inside: materials.glow(-50, 80, 60, 50, '#fff8ea', 0.45),
    }) + stitches('M-130 184Q0 130 132 184', thread, 2, '6 5');
  if (make.style === 'loafer') {
    const ticks = Array.from({ length: 27 }, (_, i) => {
      const a = Math.PI * (i / 26);
      return `M${r(-100 * Math.cos(a) - 4)} ${r(300 - 215 * Math.sin(a))}l${r(-14 * Math.cos(a))} ${r(-16 * Math.sin(a))}`;
    }).join('');
    return (
      materials.panel(
        'M-104 430C-108 330 -112 240 -88 160C-68 104 -40 82 -6 82C40 84 76 110 90 166C110 240 104 330 96 430Q50 412 0 412T-104 430z',
        colour,
        { surface, round: 24, inside: materials.glow(-40, 180, 70, 80, '#fff8ea', 0.42) },
      ) +
      `<path d="${ticks}" stroke="${shaded(colour, 0.5)}" stroke-width="4.5" stroke-linecap="round"/>` +
      (detail === 'tassel'
        ? [-1, 1]
            .map(
              (s) =>
                `<g transform="translate(${s * 16} 330) rotate(${-s * 12})"><path d="M-11 0h22l9 74q-20 12-40 0z" fill="${materials.tone(second)}" stroke="${shaded(second, 0.5)}"/><path d="M-6 10l-6 66M0 10v68M6 10l6 66" stroke="${shaded(second, 0.6)}" stroke-width="1.6"/><rect x="-13" y="-14" width="26" height="20" rx="7" fill="${materials.tone(second)}"/></g>`,
            )
            .join('')
        : detail === 'driver'
          ? `<path d="M-70 318Q0 300 70 318" fill="none" stroke="#0b0d14" stroke-opacity=".3" stroke-width="15" transform="translate(2 6)"/><path d="M-70 318Q0 300 70 318" fill="none" stroke="${metal(materials, make.metal)}" stroke-width="12"/><circle cx="-76" cy="322" r="16" fill="none" stroke="${metal(materials, make.metal)}" stroke-width="8"/><circle cx="76" cy="322" r="16" fill="none" stroke="${metal(materials, make.metal)}" stroke-width="8"/>`
          : materials.panel('M-136 300Q0 256 134 300L120 390Q0 350 -124 390z', second, { surface, round: 16 }) +
            stitches('M-132 310Q0 268 130 310M-122 380Q0 342 118 380', thread, 2, '6 5') +
            `<path d="M-34 312Q0 304 34 312L22 334Q0 328 -22 334z" fill="${shaded(second, 0.6)}"/>`)
    );
  }
  if (make.style === 'chelsea') return crease('M-110 300Q0 270 108 300', 28, 0.5) + crease('M-104 350Q0 324 102 350', 24, 0.4);
  if (make.style === 'derby') {
    const toe =
      detail === 'cap'
        ? cap(colour, '')
        : detail === 'wing'
          ? materials.panel(
              'M-22 10C62 12 120 70 132 176C138 230 130 290 122 330C100 250 50 210 0 160C-50 210 -100 250 -124 330C-140 262 -146 220 -130 164C-114 72 -80 10 -22 10z',
              colour,
              { surface, round: 24, inside: materials.glow(-50, 90, 60, 60, '#fff8ea', 0.4) },
            ) + stitches('M-122 322C-100 244 -50 204 0 154C50 204 100 244 120 322', '#15130f', 3.4, '1 9')
          : '';
    return (
      toe +
      crease('M-112 232Q0 210 116 232', 20, 0.45) +
      materials.panel(
        'M-118 472C-128 420 -134 380 -134 340C-90 330 -60 310 -36 286L-44 500zM104 486C116 420 126 380 128 340C90 330 60 310 36 286L44 500z',
        colour,
        { surface, round: 16 },
      ) +
      stitches('M-132 350C-90 340 -62 322 -44 300M126 350C90 340 62 322 44 300', thread, 2, '6 5') +
      lacing(make, 306, 420, 4)
    );
  }
  const rubber = make.style === 'plimsoll';
  const cover = rubber
    ? materials.panel('M-22 6C64 8 124 70 134 160Q0 106 -134 160C-116 70 -80 6 -22 6z', sole, {
        round: 20,
        inside: materials.glow(-46, 70, 60, 40, '#ffffff', 0.6),
      })
    : make.style === 'runner' || detail === 'panel'
      ? cap(second, detail === 'panel' ? 'suede' : '')
      : cap(colour, '');
  const dots =
    make.style === 'sneaker' && !detail
      ? [0, 1, 2]
          .map((k) =>
            Array.from(
              { length: 5 - k },
              (_, i) => `<circle cx="${(i - (4 - k) / 2) * 24}" cy="${196 + k * 20}" r="3.6" fill="#0b0d14" opacity=".5"/>`,
            ).join(''),
          )
          .join('')
      : '';
  return (
    cover +
    dots +
    materials.panel(
      'M-118 472C-128 420 -128 380 -110 320C-96 280 -64 262 -36 262L-46 500zM104 486C116 420 118 380 106 320C94 280 64 262 36 262L46 500z',
      colour,
      { surface: rubber ? 'canvas' : surface, round: 14 },
    ) +
    stitches('M-52 274C-80 280 -98 300 -106 330M52 274C80 280 94 300 100 330', thread, 2, '6 5') +
    lacing(make, 286, 430, 5)
  );
}

/** Draws the pair from above. */
export function shoesFromAbove(make: ShoeMake): string {
  const { materials, colour, second, lining, sole, thread } = make;
  const surface = make.style === 'plimsoll' ? 'canvas' : make.style === 'runner' ? 'mesh' : make.surface;
  const dress = make.style === 'derby' || make.style === 'loafer' || make.style === 'chelsea';
  const boot = make.style === 'chelsea';
  const insole =
    `<g transform="translate(0 16)">${materials.panel('M0 470C44 476 58 520 60 600C62 700 50 780 0 784C-46 780 -58 700 -56 600C-54 520 -40 476 0 470z', boot ? shaded(lining, 0.35) : lining, { round: 24, depth: 1.4 })}</g>` +
    brandMark(0, 720, 40, shaded(lining, 0.45), 0.7);
  const elastic = boot
    ? [-1, 1]
        .map((s) =>
          materials.panel(
            `M${s * 84} 500Q${s * 122} 560 ${s * 112} 690Q${s * 96} 700 ${s * 80} 690Q${s * 86} 600 ${s * 84} 500z`,
            second,
            { round: 10 },
          ),
        )
        .join('') + materials.panel('M-17 800h34v70q-17 14-34 0z', second, { surface: 'canvas', round: 6 })
    : materials.panel('M-40 812Q0 826 40 812L44 842Q0 862 -44 842z', dress ? colour : second, { surface, round: 8 });
  const one =
    materials.panel(FOOTPRINT, dress ? shaded(sole, 0.1) : sole, { round: 16 }) +
    (dress
      ? stitches(
          'M-24 6C64 7 124 66 138 174C148 262 126 380 108 486M-24 6C-82 7 -120 64 -136 162C-156 262 -142 362 -122 472',
          thread,
          2,
          '6 5',
        )
      : '') +
    materials.panel(UPPER, colour, { surface, round: 56, inside: materials.glow(-40, 120, 90, 110, '#fff8ea', 0.34) }) +
    `<path d="${OPENING}" fill="${shaded(lining, 0.62)}"/>` +
    insole +
    softLine('M-62 520C-40 450 40 450 66 520', '#0b0d14', 60, 0.6) +
    `<path d="${OPENING}" fill="none" stroke="${shaded(colour, 0.15)}" stroke-width="13"/><path d="${OPENING}" fill="none" stroke="${lit(colour, 0.3)}" stroke-opacity=".5" stroke-width="3"/>` +
    stitches(
      'M84 520C92 600 92 700 84 760C72 806 40 828 0 828C-40 828 -70 806 -80 760C-88 700 -86 600 -80 520',
      thread,
      2,
      '6 5',
    ) +
    elastic +
    vamp(make);
  const shadow = (x: number): string => materials.glow(x + 26, 470, 200, 500, '#2a2622', 0.5);
  return `<g transform="translate(0 170)">${shadow(250)}${shadow(645)}<use href="#one" transform="translate(246 0) rotate(3 0 430) scale(-1 1)"/><g transform="translate(650 0) rotate(-2 0 430)"><g id="one">${one}</g></g></g>`;
}
