/** The package has no types; these are the members that tests use. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string; configs: string[] }[] });
    logger: { close: () => void; exceptions: { unhandle: () => void } };
    middleware: ((context: { body: unknown }, next: () => Promise<void>) => Promise<void>)[];
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
