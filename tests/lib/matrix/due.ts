import type { Call } from '#lib/contract/calls/define-call.ts';
import { type Failure, succeedsAnyway } from './failures.ts';
import type { Screen } from './screens.ts';

/** Returns the expected messages of a screen. */
export function due(call: Call, screen: Screen, failed: Failure): string[] {
  if (succeedsAnyway(call, failed)) return screen.succeeds ?? [];
  return failed.said ?? [screen.otherwise?.(failed) ?? call.failure];
}
