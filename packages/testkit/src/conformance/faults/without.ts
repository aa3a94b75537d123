// What is left when something is left out.
import type { FaultyLine } from './fault.js';
import { changedRequests } from './seeds.js';
import { argumentsOf } from './seen-session.js';

export const without = <T extends object, Name extends keyof T & string>(
  value: T,
  ...names: readonly Name[]
): Omit<T, Name> =>
  Object.fromEntries(
    Object.entries(value).filter(([name]) => !(names as readonly string[]).includes(name)),
  ) as Omit<T, Name>;

/** The adapter never hears of this argument. */
export const withoutArgument = (command: string, name: string): (() => FaultyLine) =>
  changedRequests(command, request => ({ ...request, arguments: without(argumentsOf(request), name) }));
