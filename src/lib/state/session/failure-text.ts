import type { Refused } from '#lib/client/request.ts';
import { failure } from '#lib/contract/texts.ts';
import { joinMessages } from './call.ts';

/** Why something could not be loaded, as a sentence for its place on the page; without a connection it says just that. */
export const describeFailure = (refused: Refused): string =>
  refused.httpStatus === 0 && navigator.onLine === false ? failure.offline : joinMessages(refused.message);
