// A language that is compiled by way of C: what `#line` names is its own, though C has its name in the debug information.

import { dirname } from 'node:path';
import { nativeEngine, nativeTools } from '@sonde/engine-native';
import type { Language } from '@sonde/language';
import { c } from '@sonde/language-c';
import { scalarOf } from '@sonde/lens';
import { connect } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { endpointFor } from './in-process.js';
import { testFolder, written } from './written-programs.js';

/** Its compiler has been run already: the C stands beside the source. */
const foo: Language = {
  id: 'foo',
  name: 'Foo',
  extensions: ['.foo'],
  adapterNames: ['foo-dap'],
  exceptionFilters: [],
  engine: nativeEngine({}),
  build: request =>
    c.build({
      ...request,
      cwd: dirname(request.program),
      program: request.program.replace(/\.foo$/, '.c'),
    }),
  renderers: [
    {
      name: 'number of foo',
      matches: type => type.kind === 'integer',
      render: function* (value, { types, littleEndian }) {
        return { text: `foo ${String(scalarOf(value, types, littleEndian))}` };
      },
    },
  ],
};

const source = `
let plain = 3

fun twice(n)
  n + n // #here
`;

const generated = `#include <stdio.h>
static int helper(int (*of)(int), int given) {
  return of(given);
}
#line 4 "x.foo"
static int twice(int n) {
  return n + n;
}
#line 20 "x.c"
int main(void) {
  int plain = 3;
  printf("%d\\n", helper(twice, plain));
  return 0;
}
`;

describeUnlessMissing('a program that was made by way of C', (await nativeTools()).missing, () => {
  it('is shown in its language where #line leads to that, and as C elsewhere', async () => {
    const folder = testFolder();
    const program = written('x.foo', source, folder);
    written('x.c', generated, folder);
    const client = closeAfterTest(await connect(endpointFor(c, foo)));
    await client.launch({ program }, () => client.setBreakpoints(program, ['#here']));
    const { threadId } = await client.waitForStop({ reason: 'breakpoint' });
    const { stackFrames } = await client.request('stackTrace', { threadId });
    expect(stackFrames.slice(0, 3).map(({ name, line, source: from }) => [name, from?.name, line])).toEqual([
      ['twice', 'x.foo', 5],
      ['helper', 'x.c', 3],
      ['main', 'x.c', 22],
    ]);
    const shown = async (nth: number, name: string): Promise<string | undefined> => {
      const { scopes } = await client.request('scopes', { frameId: stackFrames[nth]!.id });
      const listed = scopes
        .filter(({ presentationHint }) => presentationHint !== 'registers')
        .map(({ variablesReference }) => client.request('variables', { variablesReference }));
      const all = (await Promise.all(listed)).flatMap(({ variables }) => variables);
      return all.find(variable => variable.name === name)?.value;
    };
    expect(await shown(0, 'n')).toBe('foo 3');
    expect(await shown(2, 'plain')).toBe('3');
  });
});
