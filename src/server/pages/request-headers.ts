import type { IncomingMessage } from 'node:http';

/** The headers that choose the response. Reading them here avoids the object of all headers. */
export interface ReadyHeaders {
  /** Empty if there is none or several. */
  host: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  /** Hash of the dictionary that the client has, as sent: `:BASE64:`. */
  availableDictionary: string | undefined;
  /** Whether the client may keep pages as dictionaries: Chromium sends `Sec-CH-UA` where it can use them (https and localhost). */
  keepsDictionaries: boolean;
}

/** Reads the headers in one pass over the raw list. */
export function readHeaders({ rawHeaders }: IncomingMessage): ReadyHeaders {
  let host: string | undefined;
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  let availableDictionary: string | undefined;
  let keepsDictionaries = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') host = host === undefined ? (rawHeaders[i + 1] as string) : '';
        break;
      case 9:
        if (name.toLowerCase() === 'sec-ch-ua') keepsDictionaries = true;
        break;
      case 13:
        if (name.toLowerCase() === 'if-none-match') ifNoneMatch = join(ifNoneMatch, rawHeaders[i + 1] as string);
        break;
      case 15:
        if (name.toLowerCase() === 'accept-encoding') acceptEncoding = join(acceptEncoding, rawHeaders[i + 1] as string);
        break;
      case 20:
        if (name.toLowerCase() === 'available-dictionary')
          availableDictionary = join(availableDictionary, rawHeaders[i + 1] as string);
        break;
    }
  }
  keepsDictionaries ||= availableDictionary !== undefined;
  return { host: host ?? '', acceptEncoding, ifNoneMatch, availableDictionary, keepsDictionaries };
}

/** The value of a header that may come several times. */
const join = (first: string | undefined, next: string): string => (first === undefined ? next : `${first}, ${next}`);
