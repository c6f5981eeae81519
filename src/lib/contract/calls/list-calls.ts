import type { Call } from './define-call.ts';

type CallsIn<Module> = Module extends object ? Extract<Module[keyof Module], Call> : never;

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'reply' in value;

/** The calls that modules of the contract declare. */
export const listCalls = <Modules extends readonly object[]>(...modules: Modules): readonly CallsIn<Modules[number]>[] =>
  modules.flatMap((module) => Object.values(module).filter(isCall) as CallsIn<Modules[number]>[]);
