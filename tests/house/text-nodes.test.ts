import ts from 'typescript';
import { expect, test } from 'vitest';
import { browserProgram } from './browser-program.ts';
import { listSourceFiles } from './imports.ts';

const files = listSourceFiles('src/islands').filter((file) => file.endsWith('.tsx'));

/** Whether a value of this type is drawn as text. An empty text draws nothing. */
function isText(type: ts.Type): boolean {
  // Children that a component is given are checked where they are written.
  if (type.aliasSymbol?.name === 'ReactNode') return false;
  if (type.isUnion()) return type.types.some(isText);
  if (type.isStringLiteral()) return type.value !== '';
  return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
}

/** The literal of `{'…'}` or `{t('…')}`; undefined for other children. A text of `t` without values never changes. */
function literalOf(child: ts.JsxChild): ts.StringLiteral | undefined {
  if (!ts.isJsxExpression(child) || !child.expression) return undefined;
  const { expression } = child;
  const isText = ts.isCallExpression(expression) && expression.expression.getText() === 't' && expression.arguments.length === 1;
  const [literal = expression] = isText ? expression.arguments : [];
  return ts.isStringLiteral(literal) ? literal : undefined;
}

/** Text written in the markup. White space is left alone by translators. */
const isVisibleLiteral = (child: ts.JsxChild): boolean =>
  (ts.isJsxText(child) ? child.text : (literalOf(child)?.text ?? '')).trim() !== '';

const isLiteral = (child: ts.JsxChild): boolean => ts.isJsxText(child) || literalOf(child) !== undefined;

const isBlank = (child: ts.JsxChild): boolean =>
  (ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) || (ts.isJsxExpression(child) && !child.expression);

/**
 * Elements whose text stands beside something that can change. A translator replaces text nodes: React then changes a node that has left
 * the page, or throws when it inserts before one. A changing text must be the only child of its element.
 */
function findMixedText(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const isChanging = (child: ts.JsxChild) => ts.isJsxExpression(child) && !isLiteral(child);
  const isChangingText = (child: ts.JsxChild) =>
    ts.isJsxExpression(child) &&
    isChanging(child) &&
    child.expression !== undefined &&
    isText(checker.getTypeAtLocation(child.expression));
  const found: string[] = [];
  for (const file of files) {
    const source = program.getSourceFile(file) as ts.SourceFile;
    const visit = (node: ts.Node): void => {
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
        const children = node.children.filter((child) => !isBlank(child));
        const hasText = children.some((child) => isVisibleLiteral(child) || isChangingText(child));
        if (children.length > 1 && hasText && children.some(isChanging))
          found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

test('a text of an island that changes is the only child of its element', () => {
  expect(findMixedText(browserProgram())).toEqual([]);
});
