import { expect, test } from 'vitest';
import { listFiles, readProjectFile } from './imports.ts';

const decisions = listFiles('docs/decisions').filter((file) => !file.endsWith('README.md'));

/** The second line of content, such as "Date: 2026-11-22 · Status: accepted". */
const header =
  /^# .+\n\nDate: 20\d\d-\d\d-\d\d · Status: (?:accepted|withdrawn: .+|superseded (?:in part )?by \[\d{4}\]\((\d{4}-[\w-]+\.md)\)(?:, .+)?)\n/;

test('there are decisions', () => {
  expect(decisions.length).toBeGreaterThan(10);
});

test.for(decisions)('%s has a date, a status and the three parts of a decision', (file) => {
  const text = readProjectFile(file);
  expect(text).toMatch(header);
  const parts = [...text.matchAll(/^\*\*(Context|Decision|Consequences)\.\*\*/gm)].map(([, part]) => part);
  expect(parts).toEqual(['Context', 'Decision', 'Consequences']);
});
