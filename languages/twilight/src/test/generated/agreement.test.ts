import { describe, expect, it } from 'vitest';
import { webAssembly } from '@sonde/wasm';
import { Twins } from './agreement.js';
import { programsOfCalls } from './constructs.js';

describe('compiled contracts do what the interpreter of their trees does', () => {
  it.each(programsOfCalls.map(each => [each.title, each] as const))('%s', (_title, { source, calls }) => {
    const twins = new Twins(source);
    expect(webAssembly.validate(twins.contract.wasm)).toBe(true);
    for (const [name, ...args] of calls) {
      const { compiled, interpreted } = twins.call(name, args);
      expect(compiled, `${name}(${JSON.stringify(args)})`).toEqual(interpreted);
    }
  });
});
