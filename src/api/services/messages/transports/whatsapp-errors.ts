/**
 * Errors of the Cloud API that concern the message, its recipient or its template: sending it again does not help. All others, such as rate
 * limits, outages, an expired token and an account that must be put right, are tried again.
 */
const permanent: Readonly<Record<number, string>> = {
  100: 'the request has a wrong parameter',
  130472: 'the number gets no such messages for now',
  131008: 'a parameter is missing',
  131009: 'a parameter is wrong',
  131021: 'the number is that of the sender',
  131026: 'the number is not on WhatsApp, or cannot get this message',
  131030: 'a test number may not send to this number',
  131049: 'the number gets no such messages for now',
  131050: 'the person wants no such messages',
  131051: 'WhatsApp sends no messages of this kind',
  132000: 'the template has other variables',
  132001: 'there is no such template in this language',
  132005: 'the text is too long',
  132007: 'the text breaks a rule of WhatsApp',
  132012: 'the template has variables of another form',
  132015: 'the template is paused',
  132016: 'the template is disabled',
};

const temporary: Readonly<Record<number, string>> = {
  0: 'the access token is not valid',
  4: 'too many requests',
  10: 'the access token may not send',
  190: 'the access token has expired',
  368: 'the account is blocked for breaking a rule',
  80007: 'too many requests',
  130429: 'too many messages',
  131031: 'the account is locked',
  131042: 'the account must be paid first',
  131048: 'too many messages were reported as spam',
  131056: 'too many messages to this number',
  133010: 'the sending number is not registered',
};

/** Says what an error code means; `isPermanent` when another attempt cannot help. Undefined codes may pass. */
export function explainError(code: number | undefined): { meaning: string; isPermanent: boolean } {
  if (code === undefined) return { meaning: '', isPermanent: false };
  const meaning = permanent[code] ?? temporary[code];
  return { meaning: meaning ? ` with error ${code}: ${meaning}` : ` with error ${code}`, isPermanent: code in permanent };
}
