import type { BrowserContext, ElementHandle, Page } from 'playwright';

// What the tests use of Playwright's implementation, which runs in the same process: the public interface has no equivalent.

/** A reference to an object in a page; it has no `_objectId` if it is a primitive value. */
export interface ObjectReference {
  _objectId?: string;
  _setPreview: (preview: string) => void;
}

/** Where scripts of one world run in a document: those of the page, or Playwright's own, which those of the page do not see. */
export interface ScriptContext {
  world: 'main' | 'utility' | null;
  _injectedScriptPromise?: Promise<ObjectReference> | undefined;
  injectedScript: () => Promise<ObjectReference>;
  rawEvaluateHandle: (expression: string) => Promise<ObjectReference>;
}

interface PageImplementation {
  delegate: { addInitScript: (script: { source: string }, world: 'utility') => Promise<void> };
  mainFrame: () => { utilityContext: () => Promise<ScriptContext> };
}

interface ContextImplementation {
  clock: { uninstall: (progress: { race: <T>(work: Promise<T>) => Promise<T> }) => Promise<void> };
}

interface ToImplementation {
  (page: Page): PageImplementation;
  (context: BrowserContext): ContextImplementation;
  (element: ElementHandle): { _initializePreview: () => Promise<void> };
}

interface PublicObject {
  _connection: { toImpl: ToImplementation };
}

/** Returns the implementation of a public object. */
export const implementationOf = ((object: unknown) => {
  const { toImpl } = (object as PublicObject)._connection;
  return toImpl(object as Page);
}) as ToImplementation;
