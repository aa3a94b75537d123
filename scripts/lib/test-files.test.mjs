import { describe, expect, it } from 'vitest';
import { root } from './repository.mjs';
import { filtersWithoutTest, hasTestsOf, testFiles } from './test-files.mjs';
import { parseTestOptions } from './test-options.mjs';

describe('filters of npm test', () => {
  const files = ['packages/dap/src/framing.test.ts', 'scripts/docs.test.mjs'];

  it('are parts of paths, of the source or of what is built', () => {
    const fitting = [
      'packages/dap',
      './packages/dap/src/framing.test.ts',
      'framing',
      'dap/dist',
      'scripts/docs',
    ];
    expect(filtersWithoutTest(fitting, files)).toEqual([]);
  });

  it('that fit no test are told', () => {
    expect(filtersWithoutTest(['nosuch/path', 'framing', 'packages/lens'], files)).toEqual([
      'nosuch/path',
      'packages/lens',
    ]);
  });

  it('tell whether a workspace is tested', () => {
    expect(hasTestsOf('packages/dap', [], files)).toBe(true);
    expect(hasTestsOf('packages/dap', ['scripts/docs', 'framing'], files)).toBe(true);
    expect(hasTestsOf('packages/dap', ['scripts/docs'], files)).toBe(false);
    expect(hasTestsOf('packages/lens', [], files)).toBe(false);
  });

  it('fit the tests that there are', () => {
    expect(filtersWithoutTest(['scripts/lib/test-files'], testFiles(root))).toEqual([]);
  });

  it('are not read where help is asked for', () => {
    expect(parseTestOptions(['--quick', '--help'])).toEqual({ help: true });
  });
});
