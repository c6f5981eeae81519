import type { AuditSettings } from '#api/services/audit-trail/destinations.ts';
import { isUrl } from './parse-values.ts';

/** Reads where the audit log is copied to. Adds to `problems`. */
export function readAudit(env: NodeJS.ProcessEnv, problems: string[]): AuditSettings {
  const syslog = env['AUDIT_SYSLOG'] || undefined;
  const isValid = syslog === undefined || (isUrl(syslog, ['udp:', 'tcp:']) && new URL(syslog).port !== '');
  if (!isValid)
    problems.push('AUDIT_SYSLOG must be a syslog server with its port, such as udp://logs.example:514 or tcp://logs.example:601');
  return { file: env['AUDIT_FILE'] || undefined, syslog: isValid ? syslog : undefined };
}
