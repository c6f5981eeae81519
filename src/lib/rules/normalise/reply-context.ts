import type { Fields } from './scalars.ts';

/** What was sent with the call of a reply. */
export interface ReplyContext {
  body?: Fields;
  /** The page of a list that was asked for. */
  page?: number;
}
