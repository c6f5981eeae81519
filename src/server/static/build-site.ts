import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { homePageSectionsCall } from '#lib/contract/store.ts';
import { formatNumber } from '#lib/rules/text.ts';
import { hashFolder } from '#server/builds/build-fingerprint.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';
import { collectPictures, copyPictures, listPictureFiles, originsOfPictures } from './copy-pictures.ts';
import { renderHeadersFile, renderRedirectsFile } from './headers-and-redirects.ts';
import { listDocumentFiles, listSiteFiles, type SiteFile } from './list-site-files.ts';
import { besideSite, type Manifest, readManifest, writeManifest } from './manifest.ts';
import type { RenderedPage, RenderTask } from './page-renderer.ts';
import { listFilesBelow, publishStaged, removeSiteFile, replaceFile } from './publish.ts';
import { type Catalogue, readCatalogue, readCatalogueRevision } from './read-catalogue.ts';
import { readRedirects } from './read-redirects.ts';
import { MAX_WORKERS, RenderPool } from './render-pool.ts';
import type { StaticSiteSettings } from './static-settings.ts';
import { StoreReader } from './store-reader.ts';
import { compressedSuffixes, writeSiteFile } from './write-site-file.ts';

export interface BuiltSite {
  files: number;
  rendered: number;
  removed: number;
  /** Catalogue revision of the site; undefined if the store does not report one. */
  revision: number | undefined;
}

export interface BuildSiteOptions extends StaticSiteSettings {
  /** Folder of the build of the pages (see `buildIfNeeded`). */
  buildFolder: string;
  print: (line: string) => void;
  /** Number of worker threads; by default one for each processor. */
  workers?: number;
  /** Delays before the repetitions of a failed call, in milliseconds. */
  backoffMs?: readonly number[];
}

/** Interval of progress lines, in milliseconds. */
const PROGRESS_MS = 5000;

/**
 * Builds a static site, or the part of it that has changed since the last build. Nothing is published unless every page could be
 * rendered. Throws a `StartFailure` that says what to do.
 */
export async function buildSite(options: BuildSiteOptions): Promise<BuiltSite> {
  const { outDir, print } = options;
  const published = await readManifest(outDir);
  const existing = new Set(await listFilesBelow(outDir));
  if (!published && existing.size > 0)
    throw new StartFailure(`${outDir} has files that this program did not write. Choose another folder with --out, or empty it`);
  const inputs = await hashInputsOfSite(options);
  const openReader = () => new StoreReader(options);
  if (published && !options.full && published.inputs.startsWith(`${inputs} `) && existing.size > 0) {
    const revision = await readCatalogueRevision(openReader());
    if (revision !== undefined && revision === published.revision && hasAll(existing, published)) {
      print('The catalogue is unchanged.');
      return { files: Object.keys(published.pages).length, rendered: 0, removed: 0, revision };
    }
  }
  return await new SiteBuild(options, published, existing, inputs).run(await readCatalogue(openReader));
}

const hasAll = (existing: ReadonlySet<string>, { pages, assets }: Manifest): boolean =>
  [...Object.keys(pages), ...assets].every((file) => existing.has(file));

/** Hash of everything that all pages depend on, except the pictures' origins. */
async function hashInputsOfSite({ buildFolder, ...options }: BuildSiteOptions): Promise<string> {
  const { siteUrl, publicApiUrl, applicationKey, applicationKeyHeader, pictures, compress, analytics } = options;
  const settings = [siteUrl, publicApiUrl, applicationKey, applicationKeyHeader, pictures, compress, analytics];
  const parts = [basename(buildFolder), await hashFolder(import.meta.dirname), ...settings];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

class SiteBuild {
  readonly #options: BuildSiteOptions;
  readonly #published: Manifest | undefined;
  readonly #existing: ReadonlySet<string>;
  readonly #inputs: string;
  readonly #staging: string;

  constructor(options: BuildSiteOptions, published: Manifest | undefined, existing: ReadonlySet<string>, inputs: string) {
    this.#options = options;
    this.#published = published;
    this.#existing = existing;
    this.#inputs = inputs;
    this.#staging = besideSite(options.outDir, 'next');
  }

  async run(catalogue: Catalogue): Promise<BuiltSite> {
    const { outDir, publicApiUrl, pictureOrigins, print, compress, siteUrl } = this.#options;
    print(`Read ${formatNumber(catalogue.products.length)} products.`);
    if (catalogue.products.length === 0) this.#checkEmptyStore();
    await rm(this.#staging, { recursive: true, force: true });
    try {
      const references = await this.#listPictures(catalogue);
      const origins = [...new Set([new URL(publicApiUrl).origin, ...pictureOrigins, ...originsOfPictures(references)])];
      const inputs = `${this.#inputs} ${origins.join(',')}`;
      const pages = await this.#renderAll(catalogue, inputs, origins);
      const present = pages.filter((page) => page.source);
      const rendered = present.filter((page) => page.body !== undefined).length;
      const redirects = present.flatMap(({ file, redirect }) =>
        redirect ? [[`/${file.replace(/\.html$/, '')}`, redirect] as const] : [],
      );
      await writeSiteFile(this.#staging, '_headers', renderHeadersFile(siteUrl), false);
      const former = await readRedirects(new StoreReader(this.#options));
      await writeSiteFile(this.#staging, '_redirects', renderRedirectsFile(redirects, former), false);
      // GitHub Pages would leave out folders with an underscore.
      await writeSiteFile(this.#staging, '.nojekyll', '', false);

      const assets = await this.#publishAssets(compress);
      const pictures = await this.#copyPictures(references);
      await publishStaged(this.#staging, outDir);
      const manifest: Manifest = {
        inputs,
        revision: catalogue.revision,
        pages: Object.fromEntries(
          present.map(({ file, source, redirect }) => [
            file,
            { ...(source as Required<RenderedPage>['source']), ...(redirect && { redirect }) },
          ]),
        ) as Manifest['pages'],
        assets,
        previousAssets: this.#replacedAssets(assets),
        pictures,
      };
      const gone = await this.#removeOld(manifest);
      await writeManifest(outDir, manifest);
      return { files: present.length, rendered, removed: gone, revision: catalogue.revision };
    } finally {
      await rm(this.#staging, { recursive: true, force: true });
    }
  }

  /** Advises to import products. Throws a `StartFailure` if this would take all products off a published site. */
  #checkEmptyStore(): void {
    const advice = 'Import them with npm run store -- import products.csv';
    const isSelling = Object.keys(this.#published?.pages ?? {}).some((file) => file.startsWith('products/'));
    if (isSelling && !this.#options.full)
      throw new StartFailure(`The store has no products, but the published site has. ${advice}, or build with --full`);
    this.#options.print(`The store has no products yet. ${advice}.`);
  }

  async #listPictures({ store, pictures }: Catalogue): Promise<Set<string>> {
    const found = new Set(pictures);
    collectPictures(store, found);
    const { text } = await new StoreReader(this.#options).read(JSON.stringify(['GET', homePageSectionsCall.path]));
    try {
      collectPictures(JSON.parse(text), found);
    } catch {
      // The home page shows that its sections are missing.
    }
    return found;
  }

  async #renderAll(catalogue: Catalogue, inputs: string, origins: readonly string[]): Promise<RenderedPage[]> {
    const { buildFolder, siteUrl, apiUrl, applicationKey, applicationKeyHeader, compress, pictures, backoffMs } = this.#options;
    const { STORE_API_URL: _, PUBLIC_STORE_API_URL, ...environment } = process.env;
    const env = {
      ...environment,
      ...this.#options.analytics,
      // Copied pictures have the site's own addresses.
      ...(pictures === 'api' && { PUBLIC_STORE_API_URL: this.#options.publicApiUrl }),
      PUBLIC_SITE_URL: siteUrl,
      PICTURE_ORIGINS: origins.join(','),
      NODE_ENV: 'production',
    };
    const settings = {
      entry: pathToFileURL(join(buildFolder, 'server', 'entry.mjs')).href,
      store: { apiUrl, applicationKey, applicationKeyHeader, ...(backoffMs && { backoffMs }) },
      knownHashes: catalogue.knownHashes,
      siteUrl,
      inputs,
      folder: this.#staging,
      compress,
    };
    const pool = new RenderPool(settings, { count: this.#options.workers ?? Math.min(availableParallelism(), MAX_WORKERS), env });
    try {
      const pages = await this.#render(pool, listSiteFiles(catalogue), inputs);
      return [...pages, ...(await this.#render(pool, listDocumentFiles(await this.#readText('sitemap.xml')), inputs))];
    } finally {
      await pool.close();
    }
  }

  async #render(pool: RenderPool, files: readonly SiteFile[], inputs: string): Promise<RenderedPage[]> {
    const known = this.#options.full || this.#published?.inputs !== inputs ? {} : this.#published.pages;
    const tasks = files.map((file): RenderTask => {
      const published = this.#existing.has(file.file) ? known[file.file] : undefined;
      return { ...file, ...(published && { published }) };
    });
    let printedAt = Date.now();
    const pages = await pool.render(tasks, (done) => {
      if (Date.now() - printedAt < PROGRESS_MS) return;
      printedAt = Date.now();
      this.#options.print(`${formatNumber(done)} of ${formatNumber(tasks.length)} pages`);
    });
    // An unchanged redirect is in the manifest only.
    return pages.map((page) => {
      const redirect = page.redirect ?? (page.body === undefined ? known[page.file]?.redirect : undefined);
      return redirect ? { ...page, redirect } : page;
    });
  }

  #readText(file: string): Promise<string> {
    return readFile(join(this.#staging, file), 'utf8').catch(() => readFile(join(this.#options.outDir, file), 'utf8'));
  }

  /** Copies the build's files for browsers; their names contain a hash of their content, or they rarely change. */
  async #publishAssets(compress: boolean): Promise<string[]> {
    const folder = join(this.#options.buildFolder, 'client');
    const isWanted = (file: string): boolean => compress || !compressedSuffixes.some((suffix) => file.endsWith(suffix));
    const files = (await listFilesBelow(folder)).filter(isWanted);
    const isSameBuild = this.#published?.inputs.split(' ')[0] === this.#inputs;
    for (const file of files) {
      if (isSameBuild && this.#existing.has(file)) continue;
      await replaceFile(join(folder, file), join(this.#options.outDir, file));
    }
    return files;
  }

  #replacedAssets(assets: readonly string[]): string[] {
    const { assets: before = [], previousAssets = [] } = this.#published ?? {};
    const current = new Set(assets);
    const replaced = before.filter((file) => !current.has(file));
    return replaced.length > 0 ? replaced : previousAssets.filter((file) => !current.has(file));
  }

  async #copyPictures(references: ReadonlySet<string>): Promise<string[]> {
    const { pictures, apiUrl, outDir, print } = this.#options;
    if (pictures !== 'copy') return [];
    const files = listPictureFiles(references);
    const missing = await copyPictures(
      files.filter((file) => !this.#existing.has(file)),
      {
        origin: new URL(apiUrl).origin,
        outDir,
        onWaiting: () => print('The store is still making pictures. The build waits for them.'),
      },
    );
    if (missing > 0) print(`${formatNumber(missing)} picture files are missing in the store.`);
    return files;
  }

  /** Removes what the site no longer has; returns the number of pages. */
  async #removeOld({ pages, assets, previousAssets, pictures }: Manifest): Promise<number> {
    if (!this.#published) return 0;
    const kept = new Set([...Object.keys(pages), ...assets, ...previousAssets, ...pictures]);
    const gone = Object.keys(this.#published.pages).filter((file) => !kept.has(file));
    for (const file of gone) await removeSiteFile(this.#options.outDir, file);
    const others = [...this.#published.assets, ...this.#published.previousAssets, ...this.#published.pictures];
    for (const file of others) if (!kept.has(file)) await rm(join(this.#options.outDir, file), { force: true });
    return gone.length;
  }
}
