import type { Page } from 'playwright';
import { implementationOf, type ObjectReference, type ScriptContext } from './implementation.ts';

/** Global variable, in Playwright's own world, with the function that creates the injected script. */
const creator = '__createInjectedScript';

/** The init script that defines the creator. Set once this worker's Playwright is patched. */
let initScript: Promise<{ source: string }> | undefined;

/** Returns the expression that Playwright evaluates in a document before its first locator. */
function readExpression(context: ScriptContext): Promise<string> {
  return new Promise((resolve, reject) => {
    const recorder: ScriptContext = Object.create(context);
    recorder._injectedScriptPromise = undefined;
    recorder.rawEvaluateHandle = (expression) => {
      resolve(expression);
      return new Promise(() => undefined);
    };
    recorder.injectedScript().catch(reject);
  });
}

/** Makes documents create their injected script by the creator if they have one. */
function useCreator(contexts: ScriptContext): void {
  const { injectedScript: sendScript } = contexts;
  const createOrSend = async (context: ScriptContext): Promise<ObjectReference> => {
    const script = await context.rawEvaluateHandle(`globalThis.${creator}?.()`);
    if (script._objectId) {
      script._setPreview('InjectedScript');
      return script;
    }
    context._injectedScriptPromise = undefined;
    return sendScript.call(context);
  };
  contexts.injectedScript = function () {
    if (this.world !== 'utility') return sendScript.call(this);
    this._injectedScriptPromise ??= createOrSend(this);
    return this._injectedScriptPromise;
  };
}

async function patch(page: Page): Promise<{ source: string }> {
  const context = await implementationOf(page).mainFrame().utilityContext();
  const expression = await readExpression(context);
  useCreator(Object.getPrototypeOf(context));
  const element = await page.$('html');
  if (!element) throw new Error('A new page has no html element');
  // The preview is for logs only, and needs the injected script in the page's own world, too.
  Object.getPrototypeOf(implementationOf(element))._initializePreview = async () => undefined;
  await element.dispose();
  return { source: `globalThis.${creator} = () => ${expression.trim().replace(/;$/, '')}` };
}

/**
 * Defines Playwright's injected script in each document of a page from now on. Playwright itself sends its 340 kB to each document, and
 * with another number in it, so that the browser compiles it again: a third of the processor time of a load and a locator.
 */
export async function keepInjectedScript(page: Page): Promise<void> {
  initScript ??= patch(page);
  await implementationOf(page).delegate.addInitScript(await initScript, 'utility');
}
