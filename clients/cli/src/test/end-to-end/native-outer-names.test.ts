// Variables outside of functions, in namespaces and classes: shown and taken by the names that people write.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { compilers } from './cpp-compilers.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <string>
#include <vector>
std::vector<int> rows{1, 2, 3};
static std::string word = "hello";
int hidden = 1;
namespace geometry {
std::string label = "origin";
int passes = 0;
struct Plane { static int planes; int depth; int look() {
  return depth + passes; // #member
} };
int Plane::planes = 2;
namespace inner { double scale = 1.5; }
}
int main() {
  int hidden = 2;
  geometry::Plane plane{5};
  for (geometry::passes = 0; geometry::passes < 300000; geometry::passes++)
    hidden += plane.look() & 1; // #pass
  return hidden + ::hidden + (int)rows.size() + (int)word.size() + (int)geometry::label.size(); // #end
}
`;

const answers: Readonly<Record<string, string>> = {
  rows: '[1, 2, 3]',
  '::rows[1]': '2',
  word: '"hello"',
  '::word.size()': '5',
  'geometry::label': '"origin"',
  '::geometry::label == "origin"': 'true',
  'geometry::Plane::planes * 2': '4',
  'geometry::inner::scale': '1.5',
  '::hidden': '1',
  '::hidden + hidden - hidden': '1',
  '*&geometry::passes == geometry::passes': 'true',
};

describeUnlessMissing('variables outside of functions', (await nativeTools()).missing, () => {
  for (const [compiler, cc] of compilers) {
    it(`go by the names that people write, with ${compiler}`, async () => {
      const client = await clientFor(programs.language);
      const file = programs.written('outer.cpp', program);
      const condition = 'geometry::passes == 250000 && ::word == "hello"';
      const launch = { program: file, ...(cc === undefined ? {} : { cc }) };
      await client.launch(launch, async () => {
        const [breakpoint] = await client.setBreakpoints(file, [{ at: '#pass', condition }]);
        expect(breakpoint).toMatchObject({ verified: true });
      });
      // At 300 of them a second, LLDB would be busy with it for a quarter of an hour.
      await client.waitForStop({ reason: 'breakpoint' });
      const { id: frameId } = await client.topFrame();
      const { scopes } = await client.request('scopes', { frameId });
      const globals = scopes.find(({ name }) => name === 'Globals')!;
      const { variables } = await client.request('variables', {
        variablesReference: globals.variablesReference,
      });
      expect(new Map(variables.map(({ name, value }) => [name, value]))).toEqual(
        new Map([
          ['rows', '[1, 2, 3]'],
          ['word', '"hello"'],
          ['::hidden', '1'],
          ['geometry::label', '"origin"'],
          ['geometry::passes', '250000'],
          ['geometry::Plane::planes', '2'],
          ['geometry::inner::scale', '1.5'],
        ]),
      );
      const said: Record<string, string> = {};
      for (const expression of Object.keys(answers))
        said[expression] = (
          await client.request('evaluate', { expression, frameId, context: 'hover' })
        ).result;
      expect(said).toEqual(answers);
      await client.request('setExpression', { expression: 'geometry::inner::scale', value: '2.5', frameId });
      const scale = { expression: 'geometry::inner::scale', frameId, context: 'watch' } as const;
      expect((await client.request('evaluate', scale)).result).toBe('2.5');
      // Inside a class its own members come before what is outside.
      await client.setBreakpoints(file, ['#member']);
      await client.continue();
      const member = {
        expression: 'depth + passes',
        frameId: (await client.topFrame()).id,
        context: 'watch',
      } as const;
      expect((await client.request('evaluate', member)).result).toBe('250005');
    });
  }
});
