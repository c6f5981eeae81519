import fc from 'fast-check';

/** Strings that look ordinary to one part of a server and break another. */
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

/** Numbers at the limits of columns, dates and JSON. */
const edges = [0, -0, -1, 0.5, 1e-9, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308];

/** Names with a meaning for JavaScript objects. */
const oddNames = ['__proto__', 'constructor', 'toString', 'then', 'length', '', '0', 'a.b'];

/** Any single value that no form would send. */
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

/** An object with the given and unknown field names and any values. */
export const hostileFields = (names: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.dictionary(fc.constantFrom(...names, ...oddNames), hostileValue, { maxKeys: 12 });

/** The same as raw JSON text, so that no serialiser normalises it. */
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

/** A hostile value for an id or slug in a path. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasty.filter(Boolean)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);
