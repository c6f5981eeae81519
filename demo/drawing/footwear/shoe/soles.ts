/** Soles in side view, and the treads seen from below. */
import { brandMark } from '#drawing/studio/hardware.ts';
import { box, softLine, stitches } from '#drawing/studio/materials.ts';
import { lit, shaded } from '#drawing/studio/studio.ts';
import type { ShoeMake } from './make.ts';

/** A moulded rubber cup sole with a stitched wall. */
export function cupSole(make: ShoeMake): string {
  const { materials, sole } = make;
  const wall =
    'M62 742C56 772 66 794 98 804C150 816 220 820 300 820H786C822 820 846 806 852 776L860 718C780 744 660 752 520 752C360 752 200 764 62 742z';
  return (
    materials.panel(wall, sole, { round: 16, inside: materials.glow(240, 760, 200, 26, '#ffffff', 0.5) }) +
    stitches('M66 758C200 778 360 768 520 767C660 766 780 758 854 736', shaded(sole, 0.22), 2, '7 6') +
    `<path d="M84 796C160 810 230 813 300 813H786C812 812 830 806 840 794" fill="none" stroke="${shaded(sole, 0.4)}" stroke-opacity=".6" stroke-width="3"/>` +
    `<path d="${Array.from({ length: 11 }, (_, i) => `M${76 + i * 9} ${770 + i * 1.4}l2 22`).join('')}" stroke="${shaded(sole, 0.3)}" stroke-opacity=".5" stroke-width="2.5" fill="none"/>`
  );
}

/** A vulcanised rubber band with a coloured line, for plimsolls. */
export function foxing(make: ShoeMake): string {
  const { materials, sole } = make;
  const wall =
    'M64 748C58 778 70 800 104 808C160 818 220 820 300 820H790C824 820 844 808 848 782L854 736C760 754 640 758 520 758C360 758 200 768 64 748z';
  return (
    materials.panel(wall, sole, { round: 12 }) +
    `<path d="M64 768C200 788 360 778 520 777C660 776 760 772 846 760" fill="none" stroke="${make.second}" stroke-width="5"/>` +
    `<path d="M74 792C200 812 360 806 520 806C660 806 760 804 842 792" fill="none" stroke="${shaded(sole, 0.4)}" stroke-opacity=".5" stroke-width="2.5"/>`
  );
}

/** A sculpted running midsole on rubber pods. */
export function runningSole(make: ShoeMake): string {
  const { materials, sole, second } = make;
  const foam =
    'M52 736C44 764 60 788 96 798C170 816 260 820 330 818C420 816 470 802 548 804C640 806 720 818 800 816C856 814 884 786 880 744C878 716 866 690 852 676C800 706 700 720 600 720C480 720 300 756 52 736z';
  const pods =
    'M70 784C110 806 200 822 330 824C410 822 450 812 500 806L494 796C440 804 400 812 330 812C230 812 140 804 70 784zM560 806C640 810 720 826 800 824C850 822 876 800 880 764C862 792 840 808 800 810C720 812 640 800 566 796z';
  const grooves = 'M640 744C720 752 800 748 868 724M610 768C700 780 790 776 872 750';
  return (
    materials.panel(foam, sole, {
      round: 24,
      inside:
        materials.glow(260, 760, 240, 24, '#ffffff', 0.5) +
        softLine('M430 772C520 744 620 736 700 736', '#0b0d14', 18, 0.4) +
        softLine(grooves, '#0b0d14', 9, 0.7),
    }) +
    `<path d="M60 750C220 770 380 758 480 742C560 730 700 738 858 694" fill="none" stroke="${second}" stroke-width="6" stroke-opacity=".85"/>` +
    `<path d="${pods}" fill="${shaded(second, 0.35)}"/><path d="${Array.from({ length: 22 }, (_, i) => `M${110 + i * 17} ${i < 6 ? 802 + i * 3 : i > 17 ? 812 : 816}v10`).join('')}" stroke="#0b0d14" stroke-opacity=".4" stroke-width="3"/>`
  );
}

/** A welted leather or rubber sole with a stacked heel. `heel` is the heel block's colour. */
export function weltedSole(make: ShoeMake, heel = shaded(make.sole, 0.25)): string {
  const { materials, sole } = make;
  const block = 'M640 776L848 768L844 808Q844 820 830 820H654Q644 820 643 808z';
  const out =
    'M58 766C52 780 60 792 90 797C200 812 320 814 420 806C500 798 570 790 646 784L850 776L852 758C700 776 600 772 520 778C360 792 200 790 58 766z';
  const welt =
    'M60 754C54 764 56 770 62 774C200 796 360 792 520 780C620 772 740 776 852 764L854 748C700 762 600 760 520 766C360 778 200 776 60 754z';
  return (
    materials.panel(block, heel, {
      round: 12,
      inside: `<path d="M640 788L842 780M642 800L842 793" stroke="#0b0d14" stroke-opacity=".3" stroke-width="2"/>`,
    }) +
    `<path d="M650 814h184q8 0 9-8l0 6q-1 8-12 8H656q-8 0-10-8z" fill="#15130f"/>` +
    materials.panel(out, shaded(sole, 0.12), { round: 9 }) +
    materials.panel(welt, lit(sole, 0.06), { round: 6 }) +
    stitches('M66 764C200 785 360 783 520 771C620 764 740 766 842 758', make.thread, 2, '6 5')
  );
}

/** A driving sole: a flat edge with rows of rubber nubs. */
export function driverSole(make: ShoeMake): string {
  const nubs = Array.from({ length: 34 }, (_, i) => `M${120 + i * 21} ${i < 4 ? 798 - (4 - i) * 3 : 804}v8`).join('');
  return (
    make.materials.panel(
      'M62 756C58 776 70 790 108 798C240 808 500 806 700 804C790 804 836 796 842 770L842 748C700 770 300 784 62 756z',
      shaded(make.sole, 0.1),
      { round: 10 },
    ) +
    `<path d="${nubs}" stroke="${shaded(make.sole, 0.45)}" stroke-width="14" stroke-linecap="round"/><path d="${nubs}" transform="translate(-2 -2)" stroke="${shaded(make.sole, 0.15)}" stroke-width="7" stroke-linecap="round"/>`
  );
}

/** Outline of one sole from below or above, toe up, 860 long, centred on x = 0. */
export const FOOTPRINT =
  'M-24 0C66 0 130 62 144 172C154 262 132 380 114 486C104 560 116 640 112 722C104 814 60 862 0 862C-62 862 -102 814 -106 722C-110 640 -112 562 -128 472C-148 362 -162 262 -142 160C-124 60 -84 0 -24 0z';

/** A pair of soles from below with their tread. */
export function treads(make: ShoeMake): string {
  const { materials, sole, second } = make;
  const sporty = make.style === 'runner' || make.style === 'sneaker' || make.style === 'plimsoll';
  let marks = '';
  for (let i = 0; i < 34; i++) {
    const y = 20 + i * 25;
    if (sporty) marks += `M-170 ${y}l42 -22l42 22l42 -22l42 22l42 -22l42 22l42 -22l42 22`;
    else if (i < 2) marks += `M-90 ${690 + i * 60}q90 40 184 0`;
  }
  const face =
    softLine(marks, '#0b0d14', sporty ? 12 : 8, 0.5) +
    (sporty
      ? `<path d="${marks}" transform="translate(-3 -4)" stroke="#fff8ea" stroke-opacity=".4" stroke-width="2.5" fill="none"/>`
      : '') +
    materials.glow(-50, 180, 120, 170, '#ffffff', 0.3) +
    `<g transform="translate(0 6)">${softLine('M-120 470Q0 520 116 470', '#0b0d14', 70, 0.35)}</g>`;
  const middle =
    materials.panel(box(-56, 450, 112, 112, 52), sporty ? second : lit(sole, 0.1), { round: 16 }) +
    brandMark(0, 506, 52, lit(sporty ? second : sole, 0.55));
  const heel = sporty
    ? ''
    : `${materials.panel('M-108 664Q0 640 112 664L112 722C104 814 60 862 0 862C-62 862 -102 814 -106 722z', shaded(sole, 0.35), {
        round: 18,
      })}<path d="M-82 796Q0 872 84 796" fill="none" stroke="#15130f" stroke-width="14" stroke-opacity=".7"/>`;
  const one = `<g id="one">${materials.panel(FOOTPRINT, sole, { round: 22, inside: face })}${sporty ? '' : stitches('M-24 16C56 18 114 74 128 176C138 262 116 380 98 486L98 640M-24 16C-76 18 -110 72 -126 164C-146 262 -132 362 -112 472L-94 640', make.thread, 2, '6 5')}${middle}${heel}</g>`;
  const shadow = (x: number): string =>
    `<g transform="translate(${x} 0)">${materials.glow(20, 460, 210, 520, '#2a2622', 0.4)}</g>`;
  return `<g transform="translate(0 168)">${shadow(262)}${shadow(648)}<g transform="translate(250 0) rotate(4 0 430)">${one}</g><use href="#one" transform="translate(650 0) rotate(-4 0 430) scale(-1 1)"/></g>`;
}
