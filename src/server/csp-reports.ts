import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactPersonalData } from '#api/logging.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { noStore } from './http/headers.ts';
import { pathOf } from './http/request-target.ts';

/** Path to which browsers report violations of the content security policy; also in astro.config.mjs. */
export const CSP_REPORTS_PATH = '/csp-reports';

/** Limit for a request body, in bytes; a report has a few hundred. */
const MAX_BYTES = 16 * 1024;

/** Rate limit for logged violations, because the endpoint is public. */
const MAX_PER_MINUTE = 30;

/** Texts from a report are truncated to this length, in characters. */
const MAX_LENGTH = 200;

/** A reported violation, without queries and personal data. */
export interface CspViolation {
  /** Such as `img-src`; `other` for an unknown directive. */
  directive: string;
  /** Origin of the blocked resource, or a keyword such as `inline`. */
  blocked: string;
  /** Path of the page. */
  page: string;
  /** Path of the script that requested it, with line number. */
  source: string;
}

const directives =
  /^(?:(?:default|script|style|img|font|connect|media|object|frame|child|worker|manifest)-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors)$/;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const printable = (text: string): string =>
  redactPersonalData(text.slice(0, MAX_LENGTH).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '));

/** Reduces a URL to its path or its origin, so that no query and no path of another site is logged. */
function reduceUrl(value: unknown, part: 'origin' | 'path'): string {
  const text = textOf(value);
  if (!URL.canParse(text)) return printable(pathOf(text));
  const { origin, protocol, pathname } = new URL(text);
  if (part === 'path') return printable(pathname);
  return printable(origin === 'null' ? protocol : origin);
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
  const reports = json.filter((one): one is Fields => isFields(one) && one['type'] === 'csp-violation');
  return reports.flatMap(({ body: report }) => (isFields(report) ? [parseViolation(report)] : []));
}

/** Violations by browser extensions are ignored. */
const isFromExtension = ({ blocked, source }: CspViolation): boolean => /^[\w-]+-extension:?/.test(blocked || source);

/** Reads a body; undefined if it is longer than MAX_BYTES. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Creates the handler of POST /csp-reports: answers 204, or 400 and 413 for an invalid body. `onViolation` gets at most MAX_PER_MINUTE
 * violations per minute, `onSkipped` the rest.
 */
export function createCspReportHandler(
  onViolation: (violation: CspViolation) => void,
  onSkipped: (violation: CspViolation) => void = () => undefined,
) {
  let minute = 0;
  let count = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number): void => {
      if (status === 413) response.setHeader('connection', 'close');
      response.writeHead(status, noStore).end();
    };
    // A browser that disconnected does not need a response.
    const body = await readBody(request).catch(() => '');
    if (body === undefined) return answer(413);
    const violations = parseCspReports(body);
    if (!violations) return answer(400);
    const now = Math.floor(performance.now() / MINUTE_MS);
    if (now !== minute) {
      minute = now;
      count = 0;
    }
    for (const violation of violations.filter((one) => !isFromExtension(one))) {
      count++;
      if (count <= MAX_PER_MINUTE) onViolation(violation);
      else onSkipped(violation);
    }
    answer(204);
  };
}
