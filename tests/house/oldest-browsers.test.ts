import ts from 'typescript';
import { expect, test } from 'vitest';
import { browserProgram } from './browser-program.ts';

/** Where TypeScript declares what the language gained after 2022. */
const newerLibrary = /\/lib\.(?:es20(?:2[3-9]|[3-9]\d)|esnext)\b/;

/** In the specification of 2023, and in all browsers since 2022. */
const since2022 = /^findLast(?:Index)?$/;

/** Members of built-in objects that the code of the browser uses and browsers of 2022 lack. One that is tested for first is called by `?.`. */
function findNewerMembers(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || source.fileName.includes('node_modules')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) {
        const declared = checker.getSymbolAtLocation(node.name)?.declarations ?? [];
        const isTested = ts.isCallExpression(node.parent) && node.parent.questionDotToken !== undefined;
        if (
          declared.length > 0 &&
          !isTested &&
          !since2022.test(node.name.text) &&
          declared.every((place) => newerLibrary.test(place.getSourceFile().fileName))
        )
          found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.name.text}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

test('code of the browser uses no built-in method that is newer than the oldest browsers', () => {
  expect(findNewerMembers(browserProgram())).toEqual([]);
}, 180_000);
