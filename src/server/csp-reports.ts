import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactPersonalData } from '#api/logging.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { pathOf } from './http/request-target.ts';
import { noStore } from './http/response-headers.ts';

/** Path to which browsers report violations of the content security policy; also in lib/page/csp/default-policy.ts. */
export const CSP_REPORTS_PATH = '/csp-reports';

/** Limit for a request body, in bytes; a report has a few hundred. */
const MAX_BODY_BYTES = 16 * 1024;

/** Rate limit for logged violations, because the endpoint is public. */
const MAX_LOGGED_PER_MINUTE = 30;

/** Texts from a report are truncated to this length, in characters. */
const MAX_TEXT_LENGTH = 200;

/** A reported violation, without queries and personal data. */
export interface CspViolation {
  /** Such as `img-src`; `other` for an unknown directive. */
  directive: string;
  /** Origin of the blocked resource, or a keyword such as `inline`. */
  blocked: string;
  page: string;
  source: string;
}

const directives =
  /^(?:(?:default|script|style|img|font|connect|media|object|frame|child|worker|manifest)-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors)$/;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const toPrintable = (text: string): string =>
  redactPersonalData(text.slice(0, MAX_TEXT_LENGTH).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '));

/** Reduces a URL to its path or its origin, so that no query and no path of another site is logged. */
function reduceUrl(value: unknown, part: 'origin' | 'path'): string {
  const text = textOf(value);
  if (!URL.canParse(text)) return toPrintable(pathOf(text));
  const { origin, protocol, pathname } = new URL(text);
  if (part === 'path') return toPrintable(pathname);
  return toPrintable(origin === 'null' ? protocol : origin);
}

/** Parses a report of either format; the older one has hyphenated field names. */
function parseViolation(report: Fields): CspViolation {
  const pick = (newer: string, older: string): unknown => report[newer] ?? report[older];
  const directive = textOf(pick('effectiveDirective', 'effective-directive') ?? report['violated-directive']).split(
    ' ',
    1,
  )[0] as string;
  const line = pick('lineNumber', 'line-number');
  const source = reduceUrl(pick('sourceFile', 'source-file'), 'path');
  return {
    directive: directives.test(directive) ? directive : 'other',
    blocked: reduceUrl(pick('blockedURL', 'blocked-uri'), 'origin'),
    page: reduceUrl(pick('documentURL', 'document-uri'), 'path'),
    source: typeof line === 'number' && source ? `${source}:${line}` : source,
  };
}

/** Parses a body: `application/csp-report` has one violation, `application/reports+json` a list. Undefined for anything else. */
export function parseCspReports(body: string): CspViolation[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (isFields(json) && isFields(json['csp-report'])) return [parseViolation(json['csp-report'])];
  if (!Array.isArray(json)) return undefined;
  const reports = json.filter((report): report is Fields => isFields(report) && report['type'] === 'csp-violation');
  return reports.flatMap(({ body: report }) => (isFields(report) ? [parseViolation(report)] : []));
}

/** Whether a browser extension caused the violation; those are ignored. */
const isFromExtension = ({ blocked, source }: CspViolation): boolean => /^[\w-]+-extension:?/.test(blocked || source);

/** Reads a body; undefined if it is longer than MAX_BODY_BYTES. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Creates the handler of POST /csp-reports: responds with 204, or 400 and 413 for an invalid body. `onViolation` gets at most
 * MAX_LOGGED_PER_MINUTE violations per minute, `onSkipped` the rest.
 */
export function createCspReportHandler(
  onViolation: (violation: CspViolation) => void,
  onSkipped: (violation: CspViolation) => void = () => undefined,
) {
  let minute = 0;
  let count = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const respond = (status: number): void => {
      if (status === 413) response.setHeader('connection', 'close');
      response.writeHead(status, noStore).end();
    };
    // A browser that disconnected does not need a response.
    const body = await readBody(request).catch(() => '');
    if (body === undefined) return respond(413);
    const violations = parseCspReports(body);
    if (!violations) return respond(400);
    const currentMinute = Math.floor(performance.now() / MINUTE_MS);
    if (currentMinute !== minute) {
      minute = currentMinute;
      count = 0;
    }
    for (const violation of violations.filter((reported) => !isFromExtension(reported))) {
      count++;
      if (count <= MAX_LOGGED_PER_MINUTE) onViolation(violation);
      else onSkipped(violation);
    }
    respond(204);
  };
}
