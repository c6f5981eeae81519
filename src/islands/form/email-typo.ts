/** Domains that shoppers in India commonly use, the most common first. */
const common = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'yahoo.in',
  'hotmail.com',
  'outlook.com',
  'rediffmail.com',
  'icloud.com',
  'live.com',
  'hotmail.co.in',
  'outlook.in',
  'googlemail.com',
  'protonmail.com',
  'zohomail.in',
];

/** Real domains that differ from a common one by one or two letters. */
const similar = [
  'ymail.com',
  'mail.com',
  'email.com',
  'fmail.com',
  'yahoo.ca',
  'yahoo.co.id',
  'live.in',
  'live.ca',
  'love.com',
  'zohomail.com',
];

/** The number of letters to add, drop, replace or swap with the next to get from one text to the other. */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + Number(from[i - 1] !== to[j - 1]);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, last] = [last, row];
  }
  return last[to.length] ?? 0;
}

/** The common domain that was probably meant: one edit away, or two with the same first letter. Gmail has no other ending. */
function findMeant(domain: string): string | undefined {
  if (domain === '' || common.includes(domain) || similar.includes(domain)) return undefined;
  if (domain.startsWith('gmail.')) return 'gmail.com';
  const near = common.map((known) => ({ known, edits: countEdits(domain, known) }));
  const [nearest] = near.sort((one, other) => one.edits - other.edits);
  const limit = nearest?.known[0] === domain[0] ? 2 : 1;
  return nearest && nearest.edits <= limit ? nearest.known : undefined;
}

/** The email address that was probably meant when the domain looks mistyped, such as "asha@gmial.com"; undefined for any other text. */
export function suggestEmail(text: string): string | undefined {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  const meant = at > 0 ? findMeant(address.slice(at + 1).toLowerCase()) : undefined;
  return meant && `${address.slice(0, at)}@${meant}`;
}
