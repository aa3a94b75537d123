// Names of functions as people say them, out of what LLDB writes; what else is left out is told by languages.

import { describe, expect, it } from 'vitest';
import { toolsMissing } from './fixtures.js';
import { printedInLldb } from './lldb-script.js';

const names: readonly (readonly [written: string, said: string])[] = [
  ['main', 'main'],
  ['::from_guest(int)', 'from_guest'],
  ['Row<int, 3>::sum() const', 'Row<int, 3>::sum'],
  ['double invoke<double, A&>(A&, double&&)', 'invoke<double, A&>'],
  ['A::operator->() const', 'A::operator->'],
  ['lib::main#1', 'lib::main'],
  ['libc.so.6+0x271d0', 'libc.so.6+0x271d0'],
  ['broken<(', 'broken<('],
];

describe.skipIf(toolsMissing)('names of functions', () => {
  it('are said without what they return and take, and what their language leaves out', async () => {
    const script = `import json, re
from bridge import libraries
from bridge.function_names import short
libraries.add(libraries.Library(function_name=lambda name: re.sub("#[0-9]$", "", name)))
for name in json.loads(${JSON.stringify(JSON.stringify(names.map(([written]) => written)))}): say(short(name))
`;
    const said = await printedInLldb(script);
    expect(names.map(([written], nth) => [written, said[nth]])).toEqual(names);
  });
});
