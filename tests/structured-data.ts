import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

const quads = readFileSync(createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq'), 'utf8');

const schema = 'http://schema.org/';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';

interface Term {
  '@id': string;
  '@type'?: string;
  'rdfs:subClassOf': { '@id': string }[];
  'schema:domainIncludes': { '@id': string }[];
}

/** Reads the vocabulary of schema.org as its JSON-LD: types with their parents, properties with their domains. */
function readVocabulary(): Map<string, Term> {
  const terms = new Map<string, Term>();
  const short = (address: string): string => address.replace(schema, 'schema:');
  for (const [, subject = '', predicate = '', object = ''] of quads.matchAll(/^<([^>]+)> <([^>]+)> <([^>]+)>/gm)) {
    if (!subject.startsWith(schema)) continue;
    const term = terms.get(subject) ?? { '@id': short(subject), 'rdfs:subClassOf': [], 'schema:domainIncludes': [] };
    terms.set(subject, term);
    if (predicate === `${rdf}type`) term['@type'] = object.replace(rdfs, 'rdfs:').replace(rdf, 'rdf:');
    if (predicate === `${rdfs}subClassOf`) term['rdfs:subClassOf'].push({ '@id': short(object) });
    if (predicate === `${schema}domainIncludes`) term['schema:domainIncludes'].push({ '@id': short(object) });
  }
  return terms;
}

const vocabulary = readVocabulary();
const validator = new Validator({ '@graph': [...vocabulary.values()] });

/** Returns the JSON-LD objects of a page, one per script element. */
export const jsonLdOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) => JSON.parse(text));

/** Returns values that look like schema.org names but are unknown. */
function unknownValues(data: unknown): string[] {
  if (typeof data === 'string') {
    return /^https:\/\/schema\.org\/./.test(data) && !vocabulary.has(data.replace('https:', 'http:')) ? [`unknown: ${data}`] : [];
  }
  return data && typeof data === 'object' ? Object.values(data).flatMap(unknownValues) : [];
}

/**
 * Validates a page's structured data: fields that Google requires, and names that schema.org does not know. Missing recommended fields
 * are accepted.
 */
export async function structuredDataProblems(html: string): Promise<string[]> {
  const extracted = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html);
  const issues = await validator.validate(extracted);
  const faults = issues.filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg');
  return [
    ...faults.map(({ rootType, issueMessage, path = [] }) => {
      const place = path.map(({ property, type }) => property ?? type).join('.');
      return `${place || rootType}: ${issueMessage}`;
    }),
    ...unknownValues(jsonLdOf(html)),
  ];
}
