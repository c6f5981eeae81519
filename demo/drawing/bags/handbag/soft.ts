/** Soft handbags: bucket, hobo, clutch and potli. */
import { printPaint } from '#drawing/studio/bag-prints.ts';
import { brandMark, eyelet, metal, ring, rivet, zip, zipPull } from '#drawing/studio/hardware.ts';
import { crease, oval, softLine, stitches } from '#drawing/studio/materials.ts';
import { shaded } from '#drawing/studio/studio.ts';
import type { BagMake, BagParts } from './make.ts';
import { label } from './structured.ts';

/** A tassel hanging from a cord's end. */
function tassel(make: BagMake, x: number, y: number, colour: string, length = 96): string {
  const d = `M${x - 13} ${y}h26l7 ${length}q-20 10-40 0z`;
  let threads = '';
  for (let i = -2; i <= 2; i++) threads += `M${x + i * 5} ${y + 8}l${i * 2.4} ${length - 6}`;
  return (
    `<path d="${d}" fill="#0b0d14" opacity=".24" transform="translate(6 6)"/><path d="${d}" fill="${make.materials.tone(colour)}"/><path d="${threads}" stroke="${shaded(colour, 0.5)}" stroke-width="1.6" fill="none"/>` +
    `<rect x="${x - 14}" y="${y - 16}" width="28" height="24" rx="7" fill="${metal(make.materials, make.metal)}"/>`
  );
}

/** A twisted cord. */
function cord(make: BagMake, d: string, colour: string, width = 11): string {
  return (
    `<path d="${d}" transform="translate(4 6)" fill="none" stroke="#0b0d14" stroke-opacity=".24" stroke-width="${width}"/>` +
    make.materials.strap(d, width, colour) +
    `<path d="${d}" fill="none" stroke="${shaded(colour, 0.45)}" stroke-opacity=".6" stroke-width="${width}" stroke-dasharray="2.5 6"/>`
  );
}

/** A bucket bag drawn shut with a cord through eyelets. Detail `band`: a contrasting base band. */
export function bucketBag(make: BagMake): BagParts {
  const { materials, colour, trim, surface, thread } = make;
  const body =
    'M214 500C240 470 300 484 330 470C370 488 400 466 450 478C500 466 530 488 570 470C600 484 660 470 686 500C700 620 712 800 706 960Q704 1010 660 1022Q450 1052 240 1022Q196 1010 194 960C188 800 200 620 214 500z';
  const pleats = [258, 318, 384, 450, 516, 582, 642]
    .map((x, i) => {
      const drift = (x - 450) * 0.16;
      return crease(`M${x} 486C${x + 4} 560 ${x + drift} 620 ${x + drift * 1.6} ${700 + (i % 3) * 46}`, i % 2 ? 30 : 38, 0.72);
    })
    .join('');
  const base = 'M192 900Q450 944 708 900L706 960Q704 1010 660 1022Q450 1052 240 1022Q196 1010 194 960z';
  const holes = [246, 324, 402, 498, 576, 654];
  const front =
    `<path d="M222 496Q450 410 678 496Q450 540 222 496z" fill="${shaded(colour, 0.66)}"/>` +
    materials.panel(body, colour, {
      surface,
      print: printPaint(materials, make.print, make.second),
      round: 62,
      inside:
        pleats + materials.glow(330, 760, 130, 250, '#fff8ea', 0.34, 4) + materials.glow(650, 840, 110, 240, '#0b0d14', 0.26),
    }) +
    materials.panel(base, trim, { surface: 'leather', round: 26, inside: materials.glow(340, 970, 140, 60, '#fff8ea', 0.3) }) +
    stitches('M193 912Q450 956 707 912', thread) +
    holes.map((x, i) => eyelet(materials, make.metal, x, 566 + ([0, 8, 12, 12, 8, 0][i] ?? 0), 12)).join('');
  const run = 'M214 560Q230 558 246 566M324 574Q363 594 402 578M498 578Q537 594 576 574M654 566Q672 558 686 560';
  const above =
    cord(make, run, trim) +
    cord(make, 'M402 578C410 640 470 600 452 660C440 700 408 700 400 790', trim) +
    cord(make, 'M498 578C490 640 440 600 456 660C468 704 500 720 504 770', trim) +
    materials.panel(oval(454, 652, 24, 18), trim, { round: 8 }) +
    tassel(make, 400, 800, trim) +
    tassel(make, 504, 782, trim) +
    (make.detail === 'band' ? '' : label(make, 590, 812, 70, 50)) +
    materials.panel('M204 520h34l6 96q-22 12-44 0zM662 520h34l6 96q-22 12-44 0z', trim, { round: 8 }) +
    ring(materials, make.metal, 221, 516, 22, 7) +
    ring(materials, make.metal, 679, 516, 22, 7) +
    rivet(materials, make.metal, 222, 596, 7) +
    rivet(materials, make.metal, 680, 596, 7);
  return {
    behind: materials.strap('M221 500C210 300 300 150 450 148S690 300 679 500', 34, shaded(trim, 0.08), thread),
    front,
    above,
    shadow: 'M190 1010Q450 1000 720 1010Q800 1030 730 1046Q450 1070 180 1046Q130 1030 190 1010z',
    focus: [450, 660],
  };
}

/** A crescent hobo that hangs from one broad strap. Detail `ring`: the strap joins over metal rings. */
export function hobo(make: BagMake): BagParts {
  const { materials, colour, trim, surface, thread } = make;
  const body =
    'M178 470C210 520 320 590 450 592S690 520 722 470C744 470 756 482 760 506C800 720 770 900 690 972Q580 1044 450 1044T210 972C130 900 100 720 140 506C144 482 156 470 178 470z';
  const folds =
    crease('M196 520C220 640 300 740 400 800', 60, 0.7) +
    crease('M704 520C690 640 620 740 520 820', 60, 0.7) +
    crease('M250 560C300 650 360 700 440 720', 44, 0.6) +
    crease('M650 560C610 640 560 690 500 716', 40, 0.6) +
    crease('M300 930C380 990 520 1000 620 930', 60, 0.45) +
    crease('M170 700C176 800 210 880 260 930', 40, 0.5) +
    materials.glow(300, 800, 150, 180, '#fff8ea', 0.36, 18) +
    materials.glow(660, 860, 140, 170, '#0b0d14', 0.28);
  const mouth = 'M186 486C220 540 330 606 450 608S680 540 714 486';
  const front =
    materials.panel(body, colour, { surface, print: printPaint(materials, make.print, make.second), round: 56, inside: folds }) +
    `<g transform="translate(0 12)">${softLine(mouth, '#0b0d14', 30, 0.5)}</g>` +
    stitches('M182 506C216 558 330 626 450 628S684 558 718 506', thread) +
    stitches('M450 640V1040', thread, 2) +
    softLine('M456 640V1040', '#0b0d14', 12, 0.4);
  const strap = 'M160 478C150 300 270 150 450 150S750 300 740 478';
  const joint = (x: number): string =>
    materials.panel(`M${x - 34} 470h68l14 84q-48 26-96 0z`, trim, { surface: 'leather', round: 12 }) +
    stitches(`M${x - 30} 482h60l12 62q-42 20-84 0z`, thread, 2) +
    (make.detail === 'ring' ? ring(materials, make.metal, x, 448, 34, 10) : '');
  return {
    behind:
      materials.strap(strap, 62, trim, thread, surface === 'suede' ? 'suede' : 'leather') +
      `<path d="M180 484C260 450 640 450 720 484L700 540C640 640 260 640 200 540z" fill="${shaded(colour, 0.6)}"/>` +
      zip(materials, make.metal, 'M200 506C300 574 600 574 700 506', trim, 22),
    front,
    above: joint(160) + joint(740) + zipPull(materials, make.metal, 250, 540, trim, 10, 92),
    shadow: 'M230 1024Q450 1010 690 1024Q780 1042 700 1060Q450 1082 210 1060Q150 1044 230 1024z',
    focus: [640, 580],
  };
}

/** A flat clutch. Details: `envelope` (pointed flap) or `foldover` (straight flap with a tab). */
export function clutch(make: BagMake): BagParts {
  const { materials, colour, trim, surface, thread } = make;
  const print = printPaint(materials, make.print, make.second, 0.8);
  const pointed = make.detail !== 'foldover';
  const body = 'M116 500Q118 472 146 470H754Q782 472 784 500L790 884Q790 916 758 918H142Q110 916 110 884z';
  const flap = pointed
    ? 'M112 498Q114 464 148 462H752Q786 464 788 498Q786 520 764 534L486 742Q450 764 414 742L136 534Q114 520 112 498z'
    : 'M112 498Q114 464 148 462H752Q786 464 788 498V690Q788 716 760 716H140Q112 716 112 690z';
  const edge = pointed
    ? 'M130 510Q134 520 144 526L424 730Q450 746 476 730L756 526Q766 520 770 510'
    : 'M128 500V686Q128 700 142 700H758Q772 700 772 686V500';
  const front =
    materials.panel(body, colour, {
      surface,
      print,
      round: 34,
      inside: materials.glow(270, 820, 200, 120, '#fff8ea', 0.22) + materials.glow(700, 860, 180, 100, '#0b0d14', 0.22),
    }) +
    stitches('M124 500L126 880Q126 902 146 902H754Q774 902 774 880L772 500', thread, 2.2) +
    `<path d="${flap}" fill="#0b0d14" opacity=".3" transform="translate(4 14)"/>` +
    materials.panel(flap, colour, {
      surface,
      print: pointed ? print : '',
      round: 32,
      inside: materials.glow(320, 540, 230, 110, '#fff8ea', 0.34) + materials.glow(640, 620, 130, 80, '#0b0d14', 0.16),
    }) +
    `<path d="${edge}" fill="none" stroke="${trim}" stroke-width="12"/><g transform="translate(-2 -3)">${softLine(edge, '#fff8ea', 7, 0.5)}</g>` +
    stitches(edge, thread, 2);
  const clasp = pointed
    ? `<path d="${oval(454, 734, 34, 34)}" fill="#0b0d14" opacity=".35"/><path d="${oval(450, 726, 34, 34)}" fill="${metal(materials, make.metal)}" stroke="${shaded(trim, 0.4)}"/><path d="${oval(450, 726, 25, 25)}" fill="none" stroke="#fffaf0" stroke-opacity=".6" stroke-width="2"/>${brandMark(450, 726, 24, '#4a3413', 0.8)}`
    : materials.strap('M450 560V770', 58, trim, thread) +
      `<path d="M421 768h58v20q-29 26-58 0z" fill="${materials.tone(trim)}" stroke="${shaded(trim, 0.5)}"/>` +
      rivet(materials, make.metal, 450, 756, 13);
  const wrist = 'M784 560C850 620 850 820 800 930C760 1010 680 1000 690 940C698 890 770 700 784 580';
  return {
    behind: pointed ? '' : materials.strap(wrist, 22, trim, thread) + ring(materials, make.metal, 790, 560, 16, 6),
    front,
    above: clasp,
    shadow: 'M112 896Q450 890 800 896Q850 912 806 932Q450 952 110 932Q70 914 112 896z',
    focus: [500, 650],
  };
}

/** A potli: a gathered pouch of brocade or silk with a beaded cord and a wrist handle. */
export function potli(make: BagMake): BagParts {
  const { materials, colour, trim, surface } = make;
  const neck =
    'M292 430C320 396 350 430 378 396C400 424 424 390 450 414C476 390 500 424 522 396C550 430 580 396 608 430C600 470 560 520 540 552H360C340 520 300 470 292 430z';
  const body =
    'M352 548C300 600 196 690 180 830C168 960 270 1034 450 1034S732 960 720 830C704 690 600 600 548 548Q450 530 352 548z';
  const pleats = (top: boolean): string =>
    [-4, -3, -2, -1, 0, 1, 2, 3, 4]
      .map((i) =>
        top
          ? crease(`M${450 + i * 20} 550C${450 + i * 26} 500 ${450 + i * 34} 460 ${450 + i * 38} 410`, 22, 0.7)
          : crease(
              `M${450 + i * 21} 552C${450 + i * 34} 620 ${450 + i * 52} 690 ${450 + i * 56} ${800 - Math.abs(i) * 14}`,
              30,
              0.75,
            ),
      )
      .join('');
  const print = printPaint(materials, make.print, make.second, 0.8);
  const beads = Array.from(
    { length: 15 },
    (_, i) =>
      `<circle cx="${345 + i * 15}" cy="${548 + Math.round(6 * Math.sin((i / 14) * Math.PI))}" r="8.5" fill="${metal(materials, make.metal)}" stroke="#3a2a10" stroke-opacity=".5"/>`,
  ).join('');
  const band = 'M186 800Q450 880 714 800L720 838Q450 926 180 838z';
  const front =
    `<path d="M300 428Q450 350 600 428Q450 470 300 428z" fill="${shaded(colour, 0.6)}"/>` +
    materials.panel(neck, colour, { surface, print, round: 26, inside: pleats(true) }) +
    materials.panel(body, colour, {
      surface,
      print,
      round: 70,
      inside:
        pleats(false) +
        `<path d="${band}" fill="${make.second}"/><path d="${band}" fill="${printPaint(materials, 'zari', shaded(make.second, 0.3))}"/>` +
        materials.glow(340, 740, 150, 190, '#fff8ea', 0.34, 20) +
        materials.glow(640, 900, 140, 170, '#0b0d14', 0.32),
    }) +
    beads;
  const above =
    cord(make, 'M352 556C300 600 262 640 250 720', trim) +
    cord(make, 'M548 556C610 600 640 650 648 730', trim) +
    tassel(make, 250, 734, trim, 110) +
    tassel(make, 648, 744, trim, 110);
  return {
    behind: cord(make, 'M350 548C280 380 330 150 450 146S620 380 550 548', trim, 14),
    front,
    above,
    shadow: 'M240 1014Q450 1004 680 1014Q770 1034 690 1050Q450 1072 220 1050Q160 1032 240 1014z',
    focus: [450, 560],
  };
}
