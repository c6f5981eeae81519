/**
 * Normalises an email address to its mailbox, for counting only: lower case, without a `+tag` and without dots before the @. A few
 * different mailboxes share a limit by this.
 */
export function normaliseMailbox(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}
