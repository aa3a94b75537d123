// What the typed program says and what the tree says: compiled and interpreted, with all locals before every statement.

import { expect, it } from 'vitest';
import { agreeingPrograms } from './agreeing-programs.js';
import { Twins } from './agreement.js';

it.each(agreeingPrograms)(
  'compiled and interpreted agree on $title',
  ({ source, calls, runtimeAsserts = false }) => {
    const twins = new Twins(source, { runtimeAsserts });
    for (const [name, args] of [['init', []] as const, ...calls]) {
      const { compiled, interpreted } = twins.call(name, args);
      expect(compiled, `${name}(${args.join(', ')})`).toEqual(interpreted);
    }
  },
);
