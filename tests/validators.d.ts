/** Types of two packages that come without types. */

declare module '@adobe/structured-data-validator' {
  export interface Issue {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
    rootType: string;
    path?: { type?: string; property?: string; index?: number }[];
    errorType?: string;
  }
  export default class Validator {
    constructor(vocabulary?: object);
    validate(extracted: object): Promise<Issue[]>;
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean; embedSource?: boolean | string[] });
    parse(html: string): { jsonld: Record<string, object[]>; errors: object[] };
  }
}
