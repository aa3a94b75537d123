import { describe, expect, it } from 'vitest';
import { chosenOptions, debugOptions } from './debug-build.js';

describe('the debug-build policy', () => {
  const variable = 'SOME_DEBUG_OPT';
  const compiler = '/usr/bin/cc';

  it('keeps every variable where the source says, with frame pointers', () => {
    expect(debugOptions({ compiler, variable, platform: 'linux', env: {} })).toEqual([
      ...['-g', '-gdwarf-5', '-O0', '-fno-omit-frame-pointer'],
    ]);
  });

  it('has clang describe types whole, which others do anyway', () => {
    const clang = { compiler: '/opt/llvm/bin/clang++-22', variable, env: {} };
    expect(debugOptions(clang)).toContain('-fstandalone-debug');
    expect(debugOptions({ compiler: 'g++', variable, env: {} })).not.toContain('-fstandalone-debug');
  });

  it('writes version 4 of DWARF on macOS', () => {
    expect(debugOptions({ compiler, variable, platform: 'darwin', env: {} })).toContain('-gdwarf-4');
  });

  it('lets the variable of the language choose another optimisation', () => {
    const env = { [variable]: ' -Og  -fno-inline' };
    expect(debugOptions({ compiler, variable, platform: 'linux', env })).toEqual([
      ...['-g', '-gdwarf-5', '-fno-omit-frame-pointer', '-Og', '-fno-inline'],
    ]);
    expect(debugOptions({ compiler, variable, platform: 'linux', env: { [variable]: '-DX' } })).toContain(
      '-O0',
    );
  });

  it('takes an optimisation without its dash, and refuses other words', () => {
    const chosen = (words: string) => chosenOptions(variable, { [variable]: words });
    expect([chosen('2'), chosen('Og'), chosen('-O1 -include a.h')]).toEqual([
      ['-O2'],
      ['-Og'],
      ['-O1', '-include', 'a.h'],
    ]);
    expect(() => chosen('fastest')).toThrow(
      'SOME_DEBUG_OPT holds fastest, which is no option of a compiler.',
    );
  });
});
