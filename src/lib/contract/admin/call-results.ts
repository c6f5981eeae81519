/** What a call to the customer of an order on delivery comes to. */
export const callResults = ['confirmed', 'unreached', 'unwanted'] as const;
export type CallResult = (typeof callResults)[number];

/** The results in the words of staff. */
export const callResultNames: Record<CallResult, string> = {
  confirmed: 'Confirmed by phone',
  unreached: 'Could not reach',
  unwanted: 'Does not want it',
};
