import { expect, it } from 'vitest';
import { modelFor, ScriptedAdapter, until } from './test/scripted-adapter.js';

it('watches are marked for what the program changed, not for another frame, format or expression', async () => {
  const adapter = new ScriptedAdapter();
  let values: Readonly<Record<string, readonly number[]>> = { a: [1, 5], b: [2, 6] };
  const { answers } = adapter;
  for (const command of ['launch', 'next'])
    answers[command] = (_asked, request) => {
      request.afterResponse(() => adapter.stop('step'));
      return {};
    };
  answers['stackTrace'] = () => ({
    stackFrames: ['work', 'main'].map((name, index) => ({ id: index + 1, name, line: 1, column: 1 })),
    totalFrames: 2,
  });
  answers['evaluate'] = ({ arguments: { expression, frameId, format } }) => {
    const value = values[String(expression)]![Number(frameId) - 1]!;
    return { result: format === undefined ? String(value) : `0x${value}`, variablesReference: 0 };
  };
  const model = modelFor(adapter);
  const { frame, watches } = model;
  const marked = (): readonly string[] =>
    watches.expressions.get().filter((_text, index) => watches.tree.row(index)!.changed);
  await model.start({ kind: 'launch', program: '/p' });
  await until(frame.inline, inline => inline !== undefined);
  await watches.add('a');
  values = { a: [7, 5], b: [2, 6] };
  const before = frame.inline.get();
  await model.move('next');
  await until(frame.inline, inline => inline !== before);
  expect(marked()).toEqual(['a']);
  await watches.add('b');
  expect(marked()).toEqual(['a']);
  await frame.setHex(true);
  expect(marked()).toEqual(['a']);
  await frame.select(3, frame.stackOf(3)!.frames[1]!, 'user');
  expect(marked()).toEqual([]);
  await model.leave();
});
