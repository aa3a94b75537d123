// References of C++: in expressions, log messages, assignments and data breakpoints they are what they refer to.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { comparedWithLldb } from './compared-with-lldb.js';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `struct Point { int x, y; };
struct Holder { int &number; Point &point; int *&pointer; Holder *self; int plain; };
using Other = int &;
int main() {
  int number = 5, *pointer = &number, row[3] = {7, 8, 9};
  Point point{1, 2}, *at = &point;
  int &same = number; const int &fixed = number; Other other = number; int &&moved = 6;
  Point &there = point; Point *&there_at = at; int *&way = pointer; int (&rows)[3] = row;
  Holder holder{number, point, pointer, &holder, 4}, &held = holder;
  int &nowhere = *static_cast<int *>(nullptr), &wild = *reinterpret_cast<int *>(16);
  same += 1; // #here
  holder.number += 1;
  holder.point.y += 1;
  return same + fixed + other + moved + there.x + there_at->y + *way + rows[1] + held.plain + (&nowhere == &wild); // #end
}
`;

const expressions = [
  ...['same', '&same', '*&same', 'same + 1', '&fixed', 'other', '&other', 'moved', '&moved', '&number'],
  ...['there.x', '&there', '&there.y', 'there_at->x', '*there_at', '&there_at', '(*there_at).y'],
  ...['*way', '&way', 'way[0]', 'rows[1]', '&rows', '*rows', '&rows[1]', '&pointer', '*pointer', '&*pointer'],
  ...[
    'holder.number',
    '&holder.number',
    'holder.number * 2',
    'holder.point.x',
    '&holder.point',
    'held.plain',
  ],
  ...['*holder.pointer', '&holder.pointer', 'holder.pointer[0]', 'holder.pointer == &number', '&held.number'],
  ...[
    'held.number',
    'held.point.y',
    'held.self->number',
    '&held.self->point.y',
    '&held',
    '&nowhere',
    '&wild',
  ],
];

async function stopped(): Promise<{ client: TestClient; frameId: number; file: string }> {
  const file = programs.written('references.cpp', program);
  const client = await clientFor(programs.language);
  await client.launch({ program: file }, () => client.setBreakpoints(file, ['#here']));
  await client.waitForStop({ reason: 'breakpoint' });
  return { client, frameId: (await client.topFrame()).id, file };
}

describeUnlessMissing('a reference of C++', (await nativeTools()).missing, () => {
  it('comes to the same here and in LLDB', async () => {
    const { client, frameId } = await stopped();
    const { here, there } = await comparedWithLldb(client, frameId, expressions, { mayFail: true });
    expect(here).toEqual(there);
  });

  it('is told by what it refers to in a log message', async () => {
    const file = programs.written('references.cpp', program);
    const client = await clientFor(programs.language);
    const logMessage =
      '{same} {holder.number} {other} {moved} {*&same} {there.y} {*way} {same + 1} {wild} {nowhere}';
    await client.launch({ program: file }, () =>
      client.setBreakpoints(file, [{ at: '#here', logMessage }, { at: '#end' }]),
    );
    await client.waitForStop({ reason: 'breakpoint' });
    expect(client.output({ category: 'console' })).toContain(
      '5 5 5 6 5 2 5 6 <unreadable: nothing readable is mapped at 0x10> null\n',
    );
  });

  it('is assigned to by its name and among the members of an object', async () => {
    const { client, frameId } = await stopped();
    const locals = await client.localsReference({ id: frameId });
    const members = (await client.locals()).get('holder')!.variablesReference;
    const value = async (expression: string): Promise<string> => (await client.evaluate(expression)).result;
    const ways = (await value('&same')).split(' ')[0];
    await client.request('setVariable', { variablesReference: locals, name: 'same', value: '40' });
    expect([await value('number'), await value('same')]).toEqual(['40', '40']);
    await client.request('setVariable', { variablesReference: members, name: 'number', value: '41' });
    expect([await value('number'), await value('holder.number')]).toEqual(['41', '41']);
    await client.request('setExpression', { frameId, expression: 'holder.number', value: 'number + 1' });
    await client.request('setExpression', { frameId, expression: 'other', value: 'other * 2' });
    expect([await value('number'), await value('same')]).toEqual(['84', '84']);
    // None of them was made to refer to something else.
    for (const name of ['&same', '&other', '&holder.number'])
      expect((await value(name)).split(' ')[0]).toBe(ways);
  });

  it('that leads nowhere is not assigned to, and says why', async () => {
    const { client, frameId } = await stopped();
    const variablesReference = await client.localsReference({ id: frameId });
    const assigned = client.request('setVariable', { variablesReference, name: 'nowhere', value: '1' });
    await expect(assigned).rejects.toThrow(/null/);
    const wild = client.request('setVariable', { variablesReference, name: 'wild', value: '1' });
    await expect(wild).rejects.toThrow(/0x10/);
    expect(await client.request('dataBreakpointInfo', { variablesReference, name: 'nowhere' })).toMatchObject(
      {
        dataId: null,
        description: expect.stringContaining('null') as unknown,
      },
    );
  });

  it('is watched as what it refers to', async () => {
    const { client, frameId } = await stopped();
    const locals = await client.localsReference({ id: frameId });
    const members = (await client.locals()).get('holder')!.variablesReference;
    const asked = [
      { name: 'number', frameId },
      { name: 'same', frameId },
      { name: 'same', variablesReference: locals },
      { name: 'holder.number', frameId },
      { name: 'number', variablesReference: members },
    ];
    const ids: (string | null)[] = [];
    for (const each of asked) ids.push((await client.request('dataBreakpointInfo', each)).dataId);
    expect(ids[0]).not.toBeNull();
    expect(ids).toEqual(asked.map(() => ids[0]));
    const set = await client.request('setDataBreakpoints', { breakpoints: [{ dataId: ids[1]! }] });
    expect(set.breakpoints.map(({ verified }) => verified)).toEqual([true]);
    expect((await client.continue()).body.text).toBe('5 → 6');
    expect((await client.continue()).body.text).toBe('6 → 7');
    await client.runToEnd();
  });
});
