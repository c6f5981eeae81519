import { createElement, type ReactNode } from 'react';

interface Props {
  /** Of `tParts`. */
  parts: readonly ReactNode[];
}

/**
 * A sentence with elements in it, such as a link. Another sentence in its place is a new element: translators replace text nodes, which
 * React then cannot change.
 */
export const Sentence = ({ parts }: Props) =>
  createElement('span', { key: parts.filter((part) => typeof part === 'string').join('') }, ...parts);
