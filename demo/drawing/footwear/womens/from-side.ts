/** Side views of women's footwear, toe to the left, ground at y = 820. */
import { printPaint } from '#drawing/studio/bag-prints.ts';
import { buckle, metal } from '#drawing/studio/hardware.ts';
import { crease, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, r, shaded } from '#drawing/studio/studio.ts';
import type { FootwearMake } from './make.ts';

/** Petals around a centre, the flower of an embroidered toe. */
export function flower(x: number, y: number, size: number, petal: string, heart: string, petals = 8): string {
  const one = `M0 ${r(-size * 0.22)}q${r(size * 0.3)} ${r(-size * 0.4)} 0 ${r(-size * 0.78)}q${r(-size * 0.3)} ${r(size * 0.38)} 0 ${r(size * 0.78)}z`;
  const ring = Array.from({ length: petals }, (_, i) => `<path d="${one}" transform="rotate(${r((360 / petals) * i)})"/>`).join(
    '',
  );
  return `<g transform="translate(${r(x)} ${r(y)})"><g fill="${shaded(petal, 0.55)}" transform="translate(1.5 2)">${ring}</g><g fill="${petal}">${ring}</g><circle r="${r(size * 0.2)}" fill="${heart}"/></g>`;
}

/** Beads in a row along points of a curve. */
export function beadRow(points: [number, number][], colour: string, size = 4): string {
  const dots = points.map(([x, y]) => `M${r(x)} ${r(y)}h.01`).join('');
  return `<g fill="none" stroke-linecap="round"><path d="${dots}" stroke="#0b0d14" stroke-opacity=".35" stroke-width="${size * 2}" transform="translate(1.5 2)"/><path d="${dots}" stroke="${colour}" stroke-width="${size * 1.8}"/><path d="${dots}" stroke="${lit(colour, 0.7)}" stroke-width="${r(size * 0.6)}" transform="translate(-1 -1.2)"/></g>`;
}

/** Points on a cubic curve. */
export function onCurve(p: [number, number][], count: number): [number, number][] {
  const [a, b, c, d] = p as [[number, number], [number, number], [number, number], [number, number]];
  return Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    const u = 1 - t;
    const at = (k: 0 | 1): number => u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k];
    return [at(0), at(1)];
  });
}

/** A thin leather sole with a low heel. */
const flatSole = (make: FootwearMake): string =>
  make.materials.panel('M690 800L838 796L836 814Q835 820 828 820H700Q692 820 691 812z', shaded(make.sole, 0.3), { round: 8 }) +
  make.materials.panel('M60 790C60 800 80 806 120 808C300 814 560 806 842 802L844 786C700 796 400 804 60 790z', make.sole, {
    round: 7,
  });

/** A jutti with a pointed, slightly raised toe and embroidery. Detail `fan` works the vamp in a fan of leaves instead of flowers. */
export function jutti(make: FootwearMake): string {
  const { materials, colour, second, surface } = make;
  const upper =
    'M44 716C52 744 84 752 122 740C180 722 250 698 318 676C340 672 350 684 356 700C380 742 450 758 540 752C660 744 750 700 800 634C812 618 832 626 836 644C846 690 840 740 844 792C600 804 300 808 96 796C58 786 30 752 30 716C30 700 40 700 44 716z';
  const edge: [number, number][] = [
    [362, 716],
    [420, 790],
    [700, 780],
    [822, 650],
  ];
  const work =
    make.detail === 'fan'
      ? Array.from(
          { length: 9 },
          (_, i) =>
            `<path d="M300 770q-${40 + i * 4} -22 -${110 - i * 3} 0q${60} 20 ${110 - i * 3} 0z" transform="rotate(${-28 + i * 14} 306 770)" fill="${i % 2 ? second : lit(second, 0.4)}" stroke="${shaded(second, 0.5)}" stroke-width="1.5"/>`,
        ).join('') +
        beadRow(
          onCurve(
            [
              [120, 786],
              [130, 730],
              [260, 700],
              [330, 700],
            ],
            26,
          ),
          second,
          4,
        )
      : flower(262, 740, 44, second, lit(second, 0.6)) +
        flower(172, 764, 30, lit(second, 0.35), second) +
        flower(350, 776, 26, lit(second, 0.35), second) +
        `<path d="M206 752C230 720 300 700 330 700M290 772C320 790 400 792 440 780M120 782C140 760 150 758 160 762" fill="none" stroke="${second}" stroke-width="4" stroke-dasharray="7 4"/>`;
  const tail =
    flower(764, 742, 34, second, lit(second, 0.6)) +
    `<path d="M600 784C660 780 700 760 736 748" fill="none" stroke="${second}" stroke-width="4" stroke-dasharray="7 4"/>` +
    beadRow(
      onCurve(
        [
          [540, 784],
          [600, 778],
          [660, 770],
          [720, 730],
        ],
        14,
      ),
      lit(second, 0.4),
      3.4,
    );
  return (
    `<path d="M350 690C440 650 700 640 812 632C760 720 660 750 540 754C440 756 376 740 350 690z" fill="${shaded(make.lining, 0.4)}"/><path d="M420 716C540 690 680 680 780 664" stroke="${make.lining}" stroke-width="22" stroke-opacity=".5" fill="none"/>` +
    flatSole(make) +
    materials.panel(upper, colour, {
      surface,
      print: printPaint(materials, make.print, second, 0.5),
      round: 34,
      inside:
        materials.glow(210, 730, 120, 40, '#fff8ea', 0.4, -16) +
        materials.glow(640, 774, 150, 30, '#fff8ea', 0.25) +
        (make.print === 'plain' ? work + tail : ''),
    }) +
    `<path d="M352 692C376 744 450 762 540 756C660 748 754 704 804 638" fill="none" stroke="${second}" stroke-width="9"/>` +
    stitches('M352 692C376 744 450 762 540 756C660 748 754 704 804 638', shaded(second, 0.45), 1.6, '3 5') +
    beadRow(onCurve(edge, 44), lit(second, 0.4), 3.4) +
    stitches('M70 784C300 800 600 796 838 782', second, 2.4, '4 5')
  );
}

/** A ballet flat. Details: `bow`, `cap` (contrast toe) or `strap` (instep strap). */
export function balletFlat(make: FootwearMake): string {
  const { materials, colour, second, surface, thread } = make;
  const upper =
    'M66 790C58 754 92 730 146 722C200 714 250 708 292 698C308 732 350 752 420 756C560 762 720 734 806 652C820 640 834 648 838 664C846 704 840 750 844 792C600 804 300 808 66 790z';
  const line = 'M292 698C308 732 350 754 420 758C560 764 720 736 808 654';
  const bow =
    make.detail === 'bow'
      ? `<g transform="translate(284 716) rotate(-14)">${materials.panel('M0 0C-26 -34 -74 -40 -80 -14C-82 14 -34 24 0 0z', second, { round: 10 })}${materials.panel('M0 0C26 -38 78 -36 82 -10C82 18 34 24 0 0z', second, { round: 10 })}${materials.panel('M-12 -13h24v28h-24z', second, { round: 6 })}<path d="M-12 4l-34 34M12 6l30 30" stroke="${second}" stroke-width="9"/></g>`
      : make.detail === 'cap'
        ? materials.panel('M66 790C58 754 92 730 146 722C162 720 176 718 188 716C214 740 222 770 222 802z', second, {
            round: 18,
            inside: materials.glow(120, 744, 60, 22, '#fff8ea', 0.5, -10),
          })
        : materials.strap('M440 758C432 700 452 646 508 634', 26, second, thread) +
          buckle(materials, make.metal, 442, 716, 42, 38);
  const farStrap = make.detail === 'strap' ? materials.strap('M500 634C544 628 568 650 570 700', 26, shaded(second, 0.3)) : '';
  return (
    farStrap +
    `<path d="M292 698C400 664 700 664 812 652C740 730 560 764 420 758C350 752 308 732 292 698z" fill="${shaded(make.lining, 0.38)}"/><path d="M380 724C520 700 680 696 770 682" stroke="${make.lining}" stroke-width="20" stroke-opacity=".55" fill="none"/>` +
    flatSole(make) +
    materials.panel(upper, colour, {
      surface,
      print: printPaint(materials, make.print, second, 0.5),
      round: 34,
      inside:
        materials.glow(170, 744, 110, 26, '#fff8ea', 0.5, -8) +
        materials.glow(640, 776, 160, 24, '#fff8ea', 0.3) +
        crease('M262 730C276 750 280 770 276 796', 16, 0.45),
    }) +
    `<path d="${line}" fill="none" stroke="${shaded(colour, 0.4)}" stroke-width="11"/><path d="${line}" fill="none" stroke="${lit(colour, 0.12)}" stroke-width="8"/>` +
    stitches('M300 722C320 750 360 768 424 770C566 774 724 748 816 668', thread, 1.6, '4 4') +
    materials.panel('M844 792C842 750 844 704 836 676C812 690 800 714 796 740C794 760 794 780 794 796z', colour, {
      surface,
      round: 12,
    }) +
    bow
  );
}

/** A block heel. Details: `strap` (closed toe, ankle strap) or `sandal` (open toe, two bands, ankle strap). */
export function blockHeel(make: FootwearMake): string {
  const { materials, colour, second, surface, thread } = make;
  const heel = 'M672 664L816 640L806 810Q805 820 795 820H704Q694 820 692 810C690 760 684 710 672 664z';
  const sole =
    'M72 802C120 820 250 826 332 818C460 800 560 700 660 672L816 648L814 634C740 642 690 648 640 664C540 700 450 788 330 804C240 812 140 806 72 792z';
  const ankle = 'M790 548C740 500 640 470 600 482C560 500 600 552 680 566C730 574 780 566 800 552';
  const base =
    materials.panel(heel, make.sole, { round: 22, inside: materials.glow(716, 730, 26, 90, '#fff8ea', 0.35) }) +
    `<path d="M694 806l112 0-1 8q-2 6-10 6H704q-8 0-9-6z" fill="#15130f" opacity=".75"/>`;
  const counter = 'M640 668C700 620 760 570 786 530C800 514 816 526 816 546C824 590 820 620 814 650C760 656 700 662 650 680z';
  const strapFront =
    materials.strap('M800 552C770 590 690 600 640 580C600 562 580 520 600 486', 24, second, thread) +
    buckle(materials, make.metal, 622, 556, 38, 36);
  const strapBack = `<path d="${ankle}" fill="none" stroke="${shaded(second, 0.4)}" stroke-width="22"/>`;
  if (make.detail === 'sandal') {
    const band = (d: string): string =>
      materials.panel(d, colour, {
        surface,
        print: printPaint(materials, make.print, second, 0.6),
        round: 16,
        inside: materials.glow(250, 720, 80, 40, '#fff8ea', 0.4),
      });
    return (
      strapBack +
      base +
      materials.panel(sole, shaded(make.sole, 0.1), { round: 8 }) +
      `<path d="M80 790C160 800 260 804 330 796C440 784 540 694 640 656L812 630" fill="none" stroke="${make.lining}" stroke-width="14"/>` +
      band('M150 802C150 740 190 690 244 678C268 676 280 690 284 706C300 740 306 770 306 810z') +
      stitches('M164 800C166 748 198 704 246 692M292 806C290 770 284 740 270 708', thread, 1.8, '5 4') +
      band('M330 806C326 740 352 660 400 622C420 612 436 622 442 640C452 680 460 700 470 730C430 768 390 796 330 806z') +
      stitches('M342 800C340 744 362 676 404 636M456 730C446 704 438 676 430 644', thread, 1.8, '5 4') +
      materials.panel(counter, colour, { surface, round: 20 }) +
      stitches('M664 668C716 630 768 582 796 542', thread, 1.8, '5 4') +
      strapFront
    );
  }
  const upper =
    'M70 800C62 772 108 742 170 730C226 718 270 704 314 688C332 730 384 750 446 716C560 650 700 610 786 530C800 514 816 526 816 546C824 590 820 620 814 650C740 656 690 662 650 680C556 716 460 802 330 814C240 822 140 818 70 800z';
  const line = 'M314 688C332 732 386 754 448 720C562 654 702 614 790 534';
  return (
    strapBack +
    `<path d="M314 688C420 640 700 580 800 528C720 610 560 650 446 716C384 750 332 730 314 688z" fill="${shaded(make.lining, 0.35)}"/><path d="M400 700C520 640 660 596 740 560" stroke="${make.lining}" stroke-width="16" stroke-opacity=".55" fill="none"/>` +
    base +
    materials.panel(sole, shaded(make.sole, 0.1), { round: 8 }) +
    materials.panel(upper, colour, {
      surface,
      print: printPaint(materials, make.print, second, 0.6),
      round: 36,
      inside:
        materials.glow(190, 752, 120, 26, '#fff8ea', 0.5, -12) +
        materials.glow(620, 670, 150, 30, '#fff8ea', 0.3, -24) +
        softLine('M330 806C460 790 556 706 650 674', '#0b0d14', 30, 0.4),
    }) +
    `<path d="${line}" fill="none" stroke="${shaded(colour, 0.35)}" stroke-width="7"/>` +
    stitches('M322 712C346 746 394 762 452 730C566 664 706 626 800 546', thread, 1.6, '4 4') +
    strapFront
  );
}

/** A kolhapuri sandal: layered leather sole, instep band, plaited toe strap. */
export function kolhapuri(make: FootwearMake): string {
  const { materials, colour, second, surface, thread, sole } = make;
  const layers =
    materials.panel('M660 798L844 792L842 814Q841 820 834 820H672Q663 820 662 812z', shaded(sole, 0.4), { round: 8 }) +
    materials.panel('M44 786C46 800 70 806 120 808C320 814 600 808 850 800L852 786C600 800 300 804 44 778z', shaded(sole, 0.2), {
      round: 8,
    }) +
    materials.panel('M40 772C42 786 66 792 120 794C320 800 600 796 852 786L852 770C600 784 300 790 40 766z', sole, { round: 7 }) +
    stitches('M56 780C300 800 600 794 848 778', thread, 2, '6 5');
  const foot = 'M40 768C90 744 200 752 300 752C520 752 720 738 850 766C700 784 300 792 40 768z';
  const band = 'M330 780C340 690 420 628 520 616C560 614 584 630 592 652C612 700 620 740 622 780C560 788 420 790 330 780z';
  const plait = 'M420 640C350 650 260 690 214 752';
  const beads = Array.from({ length: 11 }, (_, i) => `M${r(424 - i * 20)} ${r(634 + i * 3 + i * i * 0.9)}l14 14`).join('');
  return (
    layers +
    materials.panel(foot, lit(sole, 0.16), { round: 12 }) +
    `<path d="M350 770C400 690 470 660 540 650C580 690 600 730 606 772z" fill="#15130f" opacity=".55"/>` +
    `<path d="${plait}" transform="translate(4 8)" fill="none" stroke="#0b0d14" stroke-opacity=".3" stroke-width="26"/>` +
    materials.strap(plait, 26, second) +
    `<path d="${beads}" stroke="${lit(colour, 0.3)}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="M196 772C180 730 210 706 240 716C268 728 262 762 250 776" fill="none" stroke="${shaded(colour, 0.45)}" stroke-width="20"/><path d="M196 772C180 730 210 706 240 716C268 728 262 762 250 776" fill="none" stroke="${colour}" stroke-width="17"/><path d="M202 752C200 732 214 720 232 722" fill="none" stroke="${lit(colour, 0.5)}" stroke-width="4" stroke-linecap="round"/>` +
    materials.panel(band, colour, {
      surface,
      print: printPaint(materials, make.print, second, 0.5),
      round: 24,
      inside: materials.glow(440, 680, 80, 50, '#fff8ea', 0.4, -20),
    }) +
    stitches('M346 776C358 700 428 644 522 632C552 632 568 642 576 658C594 702 602 740 606 778', thread, 2.4, '6 5') +
    (make.print === 'plain' ? stitches('M372 778C382 716 440 668 524 656C560 690 574 740 578 780', second, 4, '3 7') : '') +
    `<circle cx="438" cy="646" r="17" fill="${metal(materials, make.metal)}"/>` +
    flower(438, 646, 26, second, lit(second, 0.5), 6)
  );
}
