/**
 * The mailbox behind an e-mail address, for counting only: lower case, without a `+tag` and without dots before the @. Addresses that
 * reach one mailbox then share one limit; a few that do not, share it too.
 */
export function normaliseMailbox(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}
