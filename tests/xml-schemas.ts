import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { validateXML, type XMLFileInfo } from 'xmllint-wasm';

const fixtures = join(import.meta.dirname, 'fixtures/xml');
const sitemapPackage = join(createRequire(import.meta.url).resolve('sitemap/package.json'), '..');

const file = (folder: string, fileName: string): XMLFileInfo => ({
  fileName,
  contents: readFileSync(join(folder, fileName), 'utf8'),
});

/** Each schema with its imports. The sitemap schema is from sitemaps.org. */
const schemas = {
  'site-map': [file(fixtures, 'sitemap-image.xsd'), file(join(sitemapPackage, 'schema'), 'sitemap.xsd')],
  'site-map-index': [],
  'product-feed': [file(fixtures, 'google-product.xsd')],
} satisfies Record<string, XMLFileInfo[]>;

/** Validates a document against a schema of tests/fixtures/xml; returns the problems. */
export async function xmlProblems(schema: keyof typeof schemas, contents: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'document.xml', contents },
    schema: file(fixtures, `${schema}.xsd`),
    preload: schemas[schema],
  });
  return errors.map(({ message, loc }) => `line ${loc?.lineNumber}: ${message}`);
}
