declare namespace astroHTML.JSX {
  interface ImgHTMLAttributes {
    /** The browser reports when the image is painted, under this name (Element Timing API). */
    elementtiming?: string | undefined;
  }
}
