import { computeEditDistance } from '#lib/rules/edit-distance.ts';

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

const MAX_EDITS = 2;

/** The common domain that was probably meant: one edit away, or two with the same first letter. Gmail has no other ending. */
function findMeant(domain: string): string | undefined {
  if (domain === '' || common.includes(domain) || similar.includes(domain)) return undefined;
  if (domain.startsWith('gmail.')) return 'gmail.com';
  const near = common.map((known) => ({ known, edits: computeEditDistance(domain, known, MAX_EDITS) }));
  const [nearest] = near.sort((one, other) => one.edits - other.edits);
  const limit = nearest?.known[0] === domain[0] ? MAX_EDITS : 1;
  return nearest && nearest.edits <= limit ? nearest.known : undefined;
}

/** The email address that was probably meant when the domain looks mistyped, such as "asha@gmial.com"; undefined for any other text. */
export function suggestEmail(text: string): string | undefined {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  const meant = at > 0 ? findMeant(address.slice(at + 1).toLowerCase()) : undefined;
  return meant && `${address.slice(0, at)}@${meant}`;
}
