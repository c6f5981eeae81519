/** What the owner of a sheet does so that everyone who has its address can read it. */
export const HOW_TO_PUBLISH =
  'in Google Sheets choose File, Share, Publish to the web, then "Comma-separated values (.csv)", and import the address that it shows';

const published = /^\/spreadsheets(?:\/u\/\d+)?\/d\/e\/([\w-]+)(?:\/|$)/;
const shared = /^\/spreadsheets(?:\/u\/\d+)?\/d\/([\w-]+)(?:\/|$)/;
/** Formats that are taken as they are asked for. */
const taken = /^(?:csv|xlsx|ods|tsv)$/;

export const isGoogleSheet = ({ hostname, pathname }: URL): boolean =>
  hostname === 'docs.google.com' && /^\/spreadsheets\//.test(pathname);

/**
 * The address at which Google gives a sheet as a file, from the one in the browser or under "Publish to the web"; all other addresses as they
 * are. A `gid` names one sheet of several.
 */
export function toFileAddress(address: URL): URL {
  const url = new URL(address);
  if (!isGoogleSheet(url)) return url;
  const gid = /[#&?]gid=(\d+)/.exec(url.hash)?.[1] ?? url.searchParams.get('gid');
  const key = url.searchParams.get('resourcekey');
  const asked = url.searchParams.get('output') ?? url.searchParams.get('format') ?? '';
  const format = taken.test(asked) ? asked : 'csv';
  const document = published.exec(url.pathname) ?? shared.exec(url.pathname);
  if (!document || /\/gviz\//.test(url.pathname)) return url;
  const isPublished = published.test(url.pathname);
  url.pathname = isPublished ? `/spreadsheets/d/e/${document[1]}/pub` : `/spreadsheets/d/${document[1]}/export`;
  const query = {
    [isPublished ? 'output' : 'format']: format,
    ...(gid && { gid }),
    ...(isPublished && gid && { single: 'true' }),
    ...(key && { resourcekey: key }),
  };
  url.search = new URLSearchParams(query).toString();
  url.hash = '';
  return url;
}
