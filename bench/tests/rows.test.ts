import { expect, test } from 'vitest';
import { formatTable, keepsGoal, type Row, ratioOf } from '#bench/measure/rows.ts';

const row = (goal: Row['goal'], measured = [110, 100, 130], limit = [100, 90, 120]): Row => ({
  name: 'Start, ms',
  measured,
  limit,
  goal,
});

test('a goal holds for the median, or for its ratio to the median of the limit', () => {
  expect(ratioOf(row({ of: 'ratio' }))).toBeCloseTo(1.1);
  expect(keepsGoal(row({ of: 'ratio', atMost: 1.25 }))).toBe(true);
  expect(keepsGoal(row({ of: 'ratio', atMost: 1 }))).toBe(false);
  expect(keepsGoal(row({ of: 'ratio', atLeast: 1.2 }))).toBe(false);
  expect(keepsGoal(row({ of: 'median', atMost: 110 }))).toBe(true);
  expect(keepsGoal(row({ of: 'median', atLeast: 111 }))).toBe(false);
});

test('a goal does not hold without a value', () => {
  expect(keepsGoal(row({ of: 'median', atMost: 110 }, []))).toBe(false);
  expect(keepsGoal(row({ of: 'ratio', atMost: 110 }, [1], []))).toBe(false);
});

test('the table has medians with the least and the most, ratio, goal and whether it holds', () => {
  const { limit: _, ...alone } = row({ of: 'median', atLeast: 300 }, [1250.4]);
  const lines = formatTable([row({ of: 'ratio', atMost: 1.25 }), { ...alone, name: 'Rate' }]).split('\n');
  expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
    '| row | measured | limit | ratio | goal | holds |',
    expect.stringMatching(/^\| -+ \|/),
    '| Start, ms | 110 (100–130) | 100 (90–120) | 1.10 | ratio ≤ 1.25 | yes |',
    '| Rate | 1,250 | – | – | ≥ 300 | yes |',
  ]);
});
