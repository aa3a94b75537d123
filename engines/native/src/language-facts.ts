// What languages tell of the programs that are made with them, for the bridge to go by.

import type { TaskTable } from './tasks.js';

export interface LanguageFacts {
  /** Runtimes that have tasks of their own, such as coroutines: one that the program has the symbols of. */
  readonly tasks?: readonly TaskTable[];
  /**
   * How LLDB's evaluator is told of functions and the like that debug information rarely has: name to the declaration. Used
   * where an expression fails for the want of it.
   */
  readonly declarations?: Readonly<Record<string, string>>;
}

/**
 * From any language here. A program may be made of code in several languages, and be launched or attached to as any of
 * them; which runtime it has is seen by its symbols.
 */
const told = new Set<LanguageFacts>();

export function note(facts: LanguageFacts): void {
  told.add(facts);
}

export const allFacts = (): Required<LanguageFacts> => ({
  tasks: [...told].flatMap(({ tasks = [] }) => tasks),
  declarations: Object.assign({}, ...[...told].map(({ declarations }) => declarations)) as Record<
    string,
    string
  >,
});
