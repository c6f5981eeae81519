/** Structured handbags: tote, satchel, flap sling and camera sling. */
import { printPaint, quilting } from '#drawing/studio/bag-prints.ts';
import { brandMark, buckle, dRing, loop, metal, ring, rivet, turnLock, zip, zipPull } from '#drawing/studio/hardware.ts';
import { box, crease, stitches } from '#drawing/studio/materials.ts';
import { lit, shaded } from '#drawing/studio/studio.ts';
import type { BagMake, BagParts } from './make.ts';

/** A stitched tab that holds a handle: a box of stitches with a cross. */
function handleTab(make: BagMake, x: number, y: number, w: number, h: number): string {
  const d = `M${x - w / 2} ${y}h${w}v${h - 16}q0 16 -16 16h${32 - w}q-16 0-16-16z`;
  const l = x - w / 2 + 8;
  const t = y + h - 66;
  return (
    `<path d="${d}" fill="#0b0d14" opacity=".22" transform="translate(5 7)"/>` +
    make.materials.panel(d, make.trim, { surface: 'smooth', round: 8 }) +
    stitches(`M${l} ${t}h${w - 16}v56h${16 - w}zl${w - 16} 56m0-56l${16 - w} 56`, make.thread, 2)
  );
}

/** A small stitched leather label with the brand mark. */
export function label(make: BagMake, x: number, y: number, w = 84, h = 58): string {
  const d = box(x - w / 2, y - h / 2, w, h, 7);
  return (
    `<path d="${d}" fill="#0b0d14" opacity=".2" transform="translate(3 4)"/>` +
    make.materials.panel(d, make.trim, { round: 6 }) +
    `<path d="${box(x - w / 2 + 6, y - h / 2 + 6, w - 12, h - 12, 4)}" fill="none" stroke="${make.thread}" stroke-opacity=".8" stroke-width="1.6" stroke-dasharray="5 4"/>` +
    brandMark(x + 1, y + 1.5, 24, lit(make.trim, 0.4), 0.6) +
    brandMark(x, y, 24, shaded(make.trim, 0.6))
  );
}

/** A tote with two long handles. Details: `base` (leather bottom), `pocket` (front pocket), `tassel`. */
export function tote(make: BagMake): BagParts {
  const { materials, colour, trim, surface, thread } = make;
  const long = make.params['handles'] === 'short' ? 150 : 0;
  const arch = (lift: number, inset: number): string =>
    `M${300 + inset} 560C${292 + inset} ${330 + long / 2} ${330 + inset} ${168 + lift + long} 450 ${168 + lift + long}S${608 - inset} ${330 + long / 2} ${600 - inset} 560`;
  const body = 'M126 470Q450 498 774 470L738 972Q734 1014 694 1016Q450 1026 206 1016Q166 1014 162 972z';
  const folds =
    crease('M300 640C292 760 250 860 196 950', 46, 0.6) +
    crease('M612 620C620 760 650 880 700 960', 46, 0.6) +
    crease('M420 800C460 850 470 900 462 1000', 54, 0.35) +
    materials.glow(300, 640, 190, 260, '#fff8ea', 0.3, 12) +
    materials.glow(690, 900, 170, 220, '#0b0d14', 0.22, 10);
  const base =
    make.detail === 'base'
      ? materials.panel('M153 846Q450 868 747 846L738 972Q734 1014 694 1016Q450 1026 206 1016Q166 1014 162 972z', trim, {
          surface: 'leather',
          round: 26,
        }) +
        stitches('M154 856Q450 878 746 856', thread) +
        stitches('M155 868Q450 890 745 868', thread)
      : '';
  const pocket =
    make.detail === 'pocket'
      ? `<path d="M262 668Q450 680 638 668L626 944H274z" fill="#0b0d14" opacity=".2" transform="translate(6 9)"/>` +
        materials.panel('M262 668Q450 680 638 668L628 918Q626 940 604 942Q450 948 296 942Q274 940 272 918z', colour, {
          surface,
          round: 22,
          inside: materials.glow(360, 740, 140, 120, '#fff8ea', 0.3),
        }) +
        stitches('M270 686Q450 698 630 686', thread) +
        stitches('M271 694L280 916Q282 931 298 932Q450 938 602 932Q618 931 620 916L629 694', thread)
      : '';
  const front =
    `<path d="M140 476Q450 430 760 476L740 520H160z" fill="${shaded(colour, 0.62)}"/><path d="M160 474Q450 440 740 474" fill="none" stroke="${lit(colour, 0.1)}" stroke-opacity=".5" stroke-width="4"/>` +
    materials.panel(body, colour, {
      surface,
      print: printPaint(materials, make.print, make.second, 1),
      round: 44,
      inside: folds,
    }) +
    base +
    pocket +
    `<path d="M128 492Q450 520 772 492" fill="none" stroke="#0b0d14" stroke-opacity=".16" stroke-width="14"/>` +
    stitches('M129 500Q450 528 771 500', thread) +
    (make.detail === 'base' ? stitches('M130 508Q450 536 770 508', thread) : '');
  const tassel =
    make.detail === 'tassel'
      ? `<g transform="translate(600 545)"><path d="M0 0q26 60 18 110" fill="none" stroke="${shaded(trim, 0.3)}" stroke-width="6"/><path d="M2 128h34l8 120q-25 12-50 0z" fill="#0b0d14" opacity=".25" transform="translate(8 6)"/><path d="M2 128h34l8 120q-25 12-50 0z" fill="${materials.tone(trim)}"/><path d="M6 140l-6 108M13 140l-5 112M20 140v114M27 140l5 110M33 140l6 108" stroke="${shaded(trim, 0.6)}" stroke-width="1.8"/><rect x="0" y="106" width="38" height="30" rx="8" fill="${metal(materials, make.metal)}"/></g>`
      : '';
  const above =
    `<path d="${arch(0, 0)}" transform="translate(8 10)" fill="none" stroke="#0b0d14" stroke-opacity=".12" stroke-width="34"/>` +
    materials.strap(arch(0, 0), 32, trim, thread) +
    handleTab(make, 300, 520, 46, 150) +
    handleTab(make, 600, 520, 46, 150) +
    rivet(materials, make.metal, 300, 546, 8) +
    rivet(materials, make.metal, 600, 546, 8) +
    (make.detail === 'base'
      ? label(make, 450, 610)
      : make.detail === 'pocket'
        ? label(make, 450, 742, 72, 52)
        : brandMark(450, 590, 34, shaded(colour, 0.5), 0.7)) +
    tassel;
  return {
    behind: materials.strap(arch(-34, 16), 30, shaded(trim, 0.28), ''),
    farHandle: true,
    front,
    above,
    side: { top: [772, 474], bottom: [735, 1000], wide: 130 },
    shadow: 'M170 1000Q450 990 760 1000Q850 1022 780 1036Q450 1056 160 1036Q110 1020 170 1000z',
    focus: [560, 600],
  };
}

/** A satchel with a long flap. Details: `buckles` (two belts) or `lock` (one turn lock and a rounded flap). */
export function satchel(make: BagMake): BagParts {
  const { materials, colour, trim, surface, thread } = make;
  const locked = make.detail === 'lock';
  const body = 'M150 470Q152 440 184 438H716Q748 440 750 470L764 930Q764 984 712 986H188Q136 984 136 930z';
  const flap = locked
    ? 'M140 466Q142 424 190 422H710Q758 424 760 466L752 640Q742 706 660 748Q560 788 450 788T240 748Q158 706 148 640z'
    : 'M138 466Q140 424 188 422H712Q760 424 762 466L764 742Q764 772 734 772H166Q136 772 136 742z';
  const seam = locked
    ? 'M156 470L164 634Q174 694 248 732Q340 770 450 770T652 732Q726 694 736 634L744 470'
    : 'M154 470L152 738Q152 756 168 756H732Q748 756 748 738L746 470';
  const belt = (x: number): string =>
    materials.strap(`M${x} 600V852`, 52, trim, thread) +
    `<path d="M${x - 26} 850h52l-8 38q-18 16-36 0z" fill="${materials.tone(trim)}" stroke="${shaded(trim, 0.5)}"/>` +
    `<circle cx="${x}" cy="846" r="4" fill="#15130f"/><circle cx="${x}" cy="872" r="4" fill="#15130f"/>` +
    buckle(materials, make.metal, x, 792, 74, 52) +
    rivet(materials, make.metal, x, 622, 7);
  const front =
    materials.panel(body, colour, { surface, round: 40, inside: materials.glow(260, 880, 180, 90, '#fff8ea', 0.2) }) +
    stitches('M152 926Q153 968 190 970H710Q747 968 748 926', thread) +
    (locked
      ? ''
      : materials.panel(box(196, 700, 508, 240, 22), colour, { surface, round: 20 }) +
        stitches(box(208, 712, 484, 216, 16), thread)) +
    `<path d="${flap}" fill="#0b0d14" opacity=".3" transform="translate(4 14)"/>` +
    materials.panel(flap, colour, {
      surface,
      print: printPaint(materials, make.print, make.second),
      round: 42,
      inside:
        materials.glow(300, 540, 230, 150, '#fff8ea', 0.34, -8) +
        materials.glow(690, 720, 160, 130, '#0b0d14', 0.2) +
        crease('M150 478Q450 462 752 478', 34, 0.5),
    }) +
    stitches(seam, thread) +
    (locked ? turnLock(materials, make.metal, 450, 716, 1.15) : belt(272) + belt(628));
  const handle = 'M330 420C334 300 380 270 450 270S566 300 570 420';
  const above =
    `<path d="M296 424h68v20q-34 14-68 0zM536 424h68v20q-34 14-68 0z" fill="${materials.tone(trim)}" stroke="${shaded(trim, 0.5)}"/>` +
    materials.strap(handle, 36, trim, thread) +
    ring(materials, make.metal, 330, 418, 24, 8) +
    ring(materials, make.metal, 570, 418, 24, 8) +
    (locked ? '' : label(make, 450, 560));
  return {
    behind:
      materials.strap('M150 520C70 420 110 180 300 150S640 150 740 250S800 440 752 520', 28, shaded(trim, 0.16), thread) +
      dRing(materials, make.metal, 138, 500, 40, 44) +
      dRing(materials, make.metal, 762, 500, 40, 44),
    front,
    above,
    side: { top: [756, 470], bottom: [762, 966], wide: 140 },
    shadow: 'M130 972Q450 960 790 972Q870 994 800 1008Q450 1026 120 1008Q70 990 130 972z',
    focus: locked ? [470, 650] : [330, 720],
  };
}

/** A crossbody with a half-moon flap. Details: `quilt` (diamond quilting), `whip` (whip-stitched edge) or plain. */
export function sling(make: BagMake): BagParts {
  const { materials, colour, trim, surface, thread } = make;
  const body = 'M196 640Q196 608 230 606H670Q704 608 704 640L716 900Q716 968 650 972H250Q184 968 184 900z';
  const flap = 'M182 634Q184 590 232 588H668Q716 590 718 634Q724 762 640 824Q560 876 450 876T260 824Q176 762 182 634z';
  const edge = 'M198 640Q196 752 270 810Q350 860 450 860T630 810Q704 752 702 640';
  const whip = Array.from({ length: 33 }, (_, i) => {
    const t = Math.PI * (0.02 + (0.96 * i) / 32);
    const x = 450 - 262 * Math.cos(t);
    const y = 636 + 232 * Math.sin(t) ** 0.86;
    return `M${Math.round(x)} ${Math.round(y)}l${Math.round(18 * Math.cos(t))} ${Math.round(-24 * Math.sin(t))}`;
  }).join('');
  const padded = make.detail === 'quilt' ? quilting(160, 560, 580, 400, 62, thread) : '';
  const front =
    materials.panel(body, colour, { surface, round: 36, inside: make.detail === 'quilt' ? padded : '' }) +
    `<path d="${flap}" fill="#0b0d14" opacity=".3" transform="translate(4 13)"/>` +
    materials.panel(flap, colour, {
      surface,
      print: printPaint(materials, make.print, make.second),
      round: 40,
      inside:
        padded + materials.glow(320, 680, 180, 110, '#fff8ea', 0.34, -10) + materials.glow(640, 800, 130, 110, '#0b0d14', 0.2),
    }) +
    (make.detail === 'whip'
      ? `<path d="${whip}" stroke="#0b0d14" stroke-opacity=".3" stroke-width="8" transform="translate(2 3)"/><path d="${whip}" stroke="${make.second}" stroke-width="6" stroke-linecap="round"/>`
      : stitches(edge, thread)) +
    (make.detail === 'quilt' ? turnLock(materials, make.metal, 450, 822, 0.9) : rivet(materials, make.metal, 450, 822, 16));
  const tab = (x: number): string =>
    materials.panel(`M${x - 22} 596q22-40 44 0v40q-22 12-44 0z`, trim, { round: 8 }) + rivet(materials, make.metal, x, 622, 6);
  return {
    behind:
      materials.strap('M206 560C150 380 240 150 430 140C660 130 750 360 694 560', 24, shaded(trim, 0.1), thread) +
      `<g transform="rotate(26 226 286)">${loop(materials, make.metal, 226, 286, 44, 26, 6)}</g>`,
    front,
    above: tab(206) + tab(694) + ring(materials, make.metal, 206, 572, 20, 7) + ring(materials, make.metal, 694, 572, 20, 7),
    side: { top: [710, 632], bottom: [712, 946], wide: 110 },
    shadow: 'M180 958Q450 948 730 958Q800 978 740 992Q450 1010 170 992Q120 976 180 958z',
    focus: [480, 780],
  };
}

/** A boxy camera sling: zip across the top, outside pocket with its own zip, wide webbing strap. */
export function cameraSling(make: BagMake): BagParts {
  const { materials, colour, trim, surface, thread } = make;
  const body = 'M180 600Q180 530 250 528H650Q720 530 720 600L726 880Q726 960 646 962H254Q174 960 174 880z';
  const pocket = 'M214 706H686L690 868Q690 926 634 928H266Q210 926 210 868z';
  const webbing = 'M184 570C120 380 230 160 430 150C670 140 790 380 716 570';
  const front =
    materials.panel(body, colour, {
      surface,
      print: printPaint(materials, make.print, make.second),
      round: 44,
      inside: materials.glow(320, 600, 190, 80, '#fff8ea', 0.3),
    }) +
    stitches('M196 604Q196 546 254 544H646Q704 546 704 604L710 876Q710 944 644 946H256Q190 944 190 876z', thread) +
    zip(materials, make.metal, 'M204 566H696', trim, 26) +
    `<path d="${pocket}" fill="#0b0d14" opacity=".25" transform="translate(3 9)"/>` +
    materials.panel(pocket, colour, {
      surface,
      round: 30,
      inside: materials.glow(330, 760, 170, 70, '#fff8ea', 0.3) + materials.glow(620, 880, 130, 80, '#0b0d14', 0.18),
    }) +
    stitches('M224 740H676M226 752L224 864Q224 912 270 914H630Q676 912 676 864L674 752', thread) +
    zip(materials, make.metal, 'M224 722H676', trim, 24) +
    label(make, 450, 836, 92, 58);
  const tab = (x: number, turn: number): string =>
    `<g transform="rotate(${turn} ${x} 590)">${materials.panel(box(x - 24, 560, 48, 70, 10), trim, { round: 8 })}${rivet(materials, make.metal, x, 608, 6)}${dRing(materials, make.metal, x, 556, 52, 40)}</g>`;
  return {
    behind:
      materials.strap(webbing, 46, make.second, '', 'nylon') +
      `<path d="${webbing}" fill="none" stroke="${trim}" stroke-width="14"/><path d="${webbing}" fill="none" stroke="${lit(make.second, 0.5)}" stroke-width="3" stroke-dasharray="10 8"/>` +
      `<g transform="rotate(29 208 292)">${loop(materials, make.metal, 208, 292, 66, 34, 7)}</g>`,
    front,
    above:
      tab(186, -8) +
      tab(714, 8) +
      zipPull(materials, make.metal, 640, 566, trim, -12, 62) +
      zipPull(materials, make.metal, 262, 722, trim, 8, 56),
    side: { top: [718, 590], bottom: [724, 930], wide: 130 },
    shadow: 'M170 948Q450 938 740 948Q810 968 750 982Q450 1000 160 982Q110 966 170 948z',
    focus: [560, 650],
  };
}
