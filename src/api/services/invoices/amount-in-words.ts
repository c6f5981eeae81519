const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Names of the groups in the Indian system, largest first. */
const GROUPS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const;

function toWords(n: number): string {
  for (const [size, name] of GROUPS) {
    if (n < size) continue;
    const rest = n % size;
    return `${toWords(Math.floor(n / size))} ${name}${rest > 0 ? ` ${toWords(rest)}` : ''}`;
  }
  if (n < UNITS.length) return UNITS[n] ?? '';
  return `${TENS[Math.floor(n / 10)]}${n % 10 > 0 ? `-${UNITS[n % 10]}` : ''}`;
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Spells out an amount of paise in the Indian system: 12345650 → "Rupees one lakh … four hundred fifty-six and fifty paise only". */
export function spellAmount(paise: number): string {
  const rupees = `rupees ${toWords(Math.floor(paise / 100))}`;
  const rest = paise % 100;
  return capitalise(`${rupees}${rest > 0 ? ` and ${toWords(rest)} paise` : ''} only`);
}
