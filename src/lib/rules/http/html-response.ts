/**
 * A page for the host of this process, which takes its HTML as it is: in the body of a response it would be copied three times and pass
 * through a stream. The body itself is empty.
 */
export class HtmlResponse extends Response {
  readonly html: string;

  constructor(html: string, init: ResponseInit) {
    super(null, init);
    this.html = html;
  }
}

/** The HTML of an `HtmlResponse`, also of one that another bundle has made; undefined for other responses. */
export const htmlOf = (response: Response): string | undefined => (response as Partial<HtmlResponse>).html;
