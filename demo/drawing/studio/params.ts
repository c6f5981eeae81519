/** The parameters of a picture, as the pictures file gives them: all optional but `draw`. */
export type DrawingParams = Record<string, string | number | boolean>;

/** A text parameter; undefined when it is absent or no text. */
export function optionalText(params: DrawingParams, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** A text parameter, or the fallback. */
export const text = (params: DrawingParams, name: string, fallback: string): string => optionalText(params, name) ?? fallback;

/** One text parameter for each fallback. */
export function texts<Name extends string>(params: DrawingParams, fallbacks: Record<Name, string>): Record<Name, string> {
  const entries = Object.entries<string>(fallbacks).map(([name, fallback]) => [name, text(params, name, fallback)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** One of a fixed set of values, or the first of the set when the parameter is absent or unknown. */
export function choice<T extends string>(params: DrawingParams, name: string, options: readonly [T, ...T[]]): T {
  const value = params[name];
  return options.find((option) => option === value) ?? options[0];
}

/** A number parameter, or the fallback. */
export function number(params: DrawingParams, name: string, fallback: number): number {
  const value = params[name];
  return typeof value === 'number' ? value : fallback;
}

/** A yes-or-no parameter; absent means no. */
export const flag = (params: DrawingParams, name: string): boolean => params[name] === true;
