import { describe, expect, it } from 'vitest';
import { parseDiagnostics } from './diagnostics.js';

describe('what a C compiler says', () => {
  it('becomes diagnostics with place and severity', async () => {
    const said = [
      "src/a.c:3:5: error: use of undeclared identifier 'x'",
      '    3 |     x = 1;',
      '      |     ^',
      '/abs/b.h:10: warning: old',
      "src/a.c:1:10: fatal error: 'nosuch.h' file not found",
      'src/a.c:2:1: note: declared here',
      '3 errors generated.',
    ].join('\n');
    const found = await parseDiagnostics(said, '/project', true);
    expect(found.map(item => [item.severity, item.location?.source.path, item.location?.line])).toEqual([
      ['error', '/project/src/a.c', 3],
      ['warning', '/abs/b.h', 10],
      ['error', '/project/src/a.c', 1],
      ['note', '/project/src/a.c', 2],
    ]);
    expect(found[0]).toMatchObject({ message: "use of undeclared identifier 'x'", location: { column: 5 } });
    expect(found[1]?.location?.column).toBeUndefined();
  });

  it('names what the linker misses', async () => {
    const said = [
      "/usr/bin/ld: /tmp/a.o: in function `main':",
      "a.c:(.text+0xf): undefined reference to `missing'",
      'clang: error: linker command failed with exit code 1 (use -v to see invocation)',
    ].join('\n');
    expect(await parseDiagnostics(said, '/', true)).toEqual([
      { severity: 'error', message: "a.c:(.text+0xf): undefined reference to `missing'" },
    ]);
  });

  it('is an error even when it is of no known form', async () => {
    expect(await parseDiagnostics('Segmentation fault\n', '/', true)).toEqual([
      { severity: 'error', message: 'Segmentation fault' },
    ]);
    expect(await parseDiagnostics('', '/', true)).toMatchObject([{ severity: 'error' }]);
    expect(await parseDiagnostics('', '/', false)).toEqual([]);
  });
});
