/** Why a server cannot be reached: its name is unknown, it does not respond, or its certificate is not trusted. */
type NetworkProblem = 'unknownHost' | 'noAnswer' | 'badCertificate';

const problems: Readonly<Record<string, NetworkProblem>> = {
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  ETIMEDOUT: 'noAnswer',
  EHOSTUNREACH: 'noAnswer',
  ENETUNREACH: 'noAnswer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'badCertificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'badCertificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'badCertificate',
};

/** Assigns advice to the codes of Node's network errors, by problem. */
export const byNetworkCode = <Advice>(advice: Readonly<Record<NetworkProblem, Advice>>): Record<string, Advice> =>
  Object.fromEntries(Object.entries(problems).map(([code, problem]) => [code, advice[problem]]));
