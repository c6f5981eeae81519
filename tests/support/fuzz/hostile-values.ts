import fc from 'fast-check';

/** Strings that look ordinary to some part of a server and break another. */
const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e‮\u200b',
  '💥'.repeat(60),
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '%',
  '_',
  '\\',
  '*',
  '" OR "',
  'NEAR(a b)',
  '{name}: x',
  '^-+()',
  '../../etc/passwd',
  '%00',
  '%',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '1,2,3',
  'null',
  'undefined',
  'true',
  'a'.repeat(3000),
  'ß'.repeat(300),
  'İ',
  '१२३४५६',
  '９８７６５４３２１０',
];

/** Numbers at the edges of what columns, dates and JSON hold. */
const edges = [0, -0, -1, 0.5, 1e-9, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308];

/** Names that mean something to JavaScript's objects. */
const oddNames = ['__proto__', 'constructor', 'toString', 'then', 'length', '', '0', 'a.b'];

/** Any one value that no form would send. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...edges),
  fc.double(),
  fc.constantFrom(null, true, false),
  fc.constantFrom<unknown>(
    [],
    [[]],
    {},
    [null],
    [{}],
    { toString: 1 },
    { length: -1 },
    Array.from({ length: 300 }, () => 1),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** An object of the given field names, and some that no call knows, with any values at all. */
export const hostileFields = (names: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(fc.constantFrom(...names, ...oddNames), hostileValue, { maxKeys: 12 });

/** The same as it travels, so that nothing between here and the store tidies it up. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"a":1e999}',
    '{"__proto__":{"admin":true}}',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '['.repeat(5000),
    `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
    JSON.stringify({ search: 'x'.repeat(300_000) }),
  ),
);

/** What a path may carry where an id or a slug stands. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasty.filter(Boolean)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);
