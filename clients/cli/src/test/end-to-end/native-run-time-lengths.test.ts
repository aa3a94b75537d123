// Arrays whose lengths only the running program knows are shown whole at every stop, from the first on which they are there.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { gnu } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `static volatile int turns;
static int sums(int n, int m) {
  int line[n], table[n][m];
  for (int i = 0; i < n; i++) // #before
    for (int j = 0; j < m; j++) table[i][j] = 10 * i + j + 0 * (line[i] = i);
  int (*to)[m] = table;
  turns++; // #filled
  turns++;
  turns++;
  turns++;
  return line[1] + table[1][1] + to[0][0]; // #end
}
int main(void) { return sums(2, 3) + sums(1, 2); }
`;

const compilers = [
  ['the usual compiler', undefined, undefined],
  ...(gnu === undefined ? [] : [["GNU's compiler", gnu, /^→ \[0, 1, 2\] at 0x\w+$/] as const]),
] as const;

describeUnlessMissing('arrays whose lengths the program decides', (await nativeTools()).missing, () => {
  it.each(compilers)('are whole at every stop, of %s', async (_name, cc, pointed) => {
    const file = programs.written('lengths.c', program);
    const client = await clientFor(programs.language);
    await client.launch({ program: file, ...(cc === undefined ? {} : { cc }) }, () =>
      client.setBreakpoints(file, ['#before', '#filled', '#end']),
    );
    const shown = async (): Promise<readonly (string | undefined)[]> => {
      const locals = await client.locals();
      return ['line', 'table', 'to'].map(name => locals.get(name)?.value);
    };
    await client.waitForStop({ reason: 'breakpoint' });
    // Here they are not there yet.
    await shown();
    await client.continue();
    for (let nth = 0; nth < 4; nth++) {
      const [line, table, to] = await shown();
      expect([line, table]).toEqual(['[0, 1]', '[[0, 1, 2], [10, 11, 12]]']);
      if (pointed !== undefined) expect(to).toMatch(pointed);
      await client.next();
    }
    // Another call has other lengths.
    await client.continue();
    await client.continue();
    expect((await shown()).slice(0, 2)).toEqual(['[0]', '[[0, 1]]']);
  });
});
