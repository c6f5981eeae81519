import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactPersonalData } from '#api/logging.ts';

/** Where browsers send what a page's content security policy has blocked; named in astro.config.mjs. */
export const CSP_REPORTS_PATH = '/csp-reports';

/** The largest report that is read, in bytes: browsers send a few hundred. */
const MAX_BYTES = 16 * 1024;

/** So many violations are told of in a minute; anybody may send some. */
const MAX_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** The longest text that is taken from a report, in characters. */
const MAX_LENGTH = 200;

/** What a browser blocked, without queries and without anything that tells one shopper from another. */
export interface CspViolation {
  /** Such as `img-src`; `other` for what is none. */
  directive: string;
  /** The origin of what was blocked, or a word such as `inline`. */
  blocked: string;
  /** The path of the page. */
  page: string;
  /** The script that asked for it, with its line. */
  source: string;
}

const directives =
  /^(?:(?:default|script|style|img|font|connect|media|object|frame|child|worker|manifest)-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors)$/;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const printable = (text: string): string =>
  redactPersonalData(text.slice(0, MAX_LENGTH).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '));

/** An address without its query, and of another site only its origin: the rest may hold what a page meant to send there. */
function placeOf(value: unknown, part: 'origin' | 'path'): string {
  const text = textOf(value);
  if (!URL.canParse(text)) return printable(text.split(/[?#]/, 1)[0] as string);
  const { origin, protocol, pathname } = new URL(text);
  if (part === 'path') return printable(pathname);
  return printable(origin === 'null' ? protocol : origin);
}

/** One report of either form: the older one writes its fields with hyphens. */
function readViolation(report: Fields): CspViolation {
  const pick = (newer: string, older: string): unknown => report[newer] ?? report[older];
  const directive = textOf(pick('effectiveDirective', 'effective-directive') ?? report['violated-directive']).split(
    ' ',
    1,
  )[0] as string;
  const line = pick('lineNumber', 'line-number');
  const source = placeOf(pick('sourceFile', 'source-file'), 'path');
  return {
    directive: directives.test(directive) ? directive : 'other',
    blocked: placeOf(pick('blockedURL', 'blocked-uri'), 'origin'),
    page: placeOf(pick('documentURL', 'document-uri'), 'path'),
    source: typeof line === 'number' && source ? `${source}:${line}` : source,
  };
}

/** Violations in a body: `application/csp-report` holds one, `application/reports+json` a list. Undefined for anything else. */
export function parseCspReports(body: string): CspViolation[] | undefined {
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (isFields(said) && isFields(said['csp-report'])) return [readViolation(said['csp-report'])];
  if (!Array.isArray(said)) return undefined;
  const reports = said.filter((one): one is Fields => isFields(one) && one['type'] === 'csp-violation');
  return reports.flatMap(({ body: report }) => (isFields(report) ? [readViolation(report)] : []));
}

/** What a shopper's own browser extensions ask for says nothing about the shop. */
const fromExtension = ({ blocked, source }: CspViolation): boolean => /^[\w-]+-extension:?/.test(blocked || source);

/** Reads a body up to MAX_BYTES; undefined when it is longer. */
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
 * Answers POST /csp-reports: 204, or 400 and 413 for what is no report. `tell` gets each violation, at most MAX_PER_MINUTE of them in a
 * minute; `skipped` gets those beyond.
 */
export function createCspReportHandler(
  tell: (violation: CspViolation) => void,
  skipped: (violation: CspViolation) => void = () => undefined,
) {
  let minute = 0;
  let told = 0;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number): void => {
      if (status === 413) response.setHeader('connection', 'close');
      response.writeHead(status, { 'cache-control': 'no-store' }).end();
    };
    // A browser that has gone meanwhile waits for no answer.
    const body = await readBody(request).catch(() => '');
    if (body === undefined) return answer(413);
    const violations = parseCspReports(body);
    if (!violations) return answer(400);
    const now = Math.floor(performance.now() / MINUTE_MS);
    if (now !== minute) {
      minute = now;
      told = 0;
    }
    for (const violation of violations.filter((one) => !fromExtension(one))) {
      told++;
      if (told <= MAX_PER_MINUTE) tell(violation);
      else skipped(violation);
    }
    answer(204);
  };
}
