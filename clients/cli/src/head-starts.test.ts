import { describe, expect, it } from 'vitest';
import { adapterIn, nativeAdapters } from './head-starts.js';
import { languages } from './languages.js';

describe('a head start', () => {
  it('is given to the adapters of all languages whose engine can use it, and to no others', () => {
    const wanted = languages
      .filter(({ engine }) => engine.prepare !== undefined)
      .flatMap(({ id, adapterNames }) => [id, ...adapterNames]);
    expect([...nativeAdapters].sort()).toEqual(wanted.sort());
  });

  it('depends on the adapter that the command line names', () => {
    expect(adapterIn(['x-dap'])).toBe('x-dap');
    expect(adapterIn(['dap', '--language', 'x'])).toBe('x');
    expect(adapterIn(['dap', '--language=x'])).toBe('x');
    expect(adapterIn(['dap', '--log', 'file', '--language', 'x'])).toBe('x');
  });

  it('is given to nobody where the language is open, or many sessions are served, or none', () => {
    expect(adapterIn([])).toBeUndefined();
    expect(adapterIn(['dap'])).toBeUndefined();
    expect(adapterIn(['x-dap', '--server', '--port', '0'])).toBeUndefined();
    expect(adapterIn(['x-dap', '--port=0'])).toBeUndefined();
    expect(adapterIn(['x-dap', '--help'])).toBeUndefined();
  });
});
