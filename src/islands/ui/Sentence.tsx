import { createElement, Fragment, type ReactNode } from 'react';

interface Props {
  /** Of `tParts`. */
  parts: readonly ReactNode[];
}

/**
 * A sentence with elements in it, such as a link. It is the only text of its element, and where two sentences take turns each has an
 * element with a key of its own: translators replace text nodes, which React then cannot remove.
 */
export const Sentence = ({ parts }: Props) => createElement(Fragment, null, ...parts);
