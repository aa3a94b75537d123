// Results: what a function gives, or the code of its failure. Aria debug spec 3.4.

import type { NamedValue, RawValue } from '@sonde/engine';
import {
  fieldOf,
  flatFields,
  loaded,
  missingView,
  namedChildren,
  scalarOf,
  textsOf,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';

export const result: Renderer = {
  name: 'result',
  matches: type =>
    type.kind === 'struct' &&
    /^result<.+>$/.test(type.name) &&
    type.fields.some(field => field.name === 'err') &&
    type.fields.every(field => field.name === 'err' || field.name === 'val'),
  render: resultView,
};

function* resultView(value: RawValue, context: RenderContext): Reading<View> {
  const { type, types, littleEndian } = context;
  if (type.kind !== 'struct') return missingView('not a result');
  const whole = yield* loaded(value, context);
  if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
  const parts = flatFields(type.fields, types).map((field): NamedValue => ({
    name: field.name,
    value: fieldOf(whole, field, types, littleEndian),
  }));
  const err = parts.find(({ name }) => name === 'err')!;
  const val = parts.find(({ name }) => name === 'val');
  const read = yield* loaded(err.value, context);
  if (read.content.kind === 'unavailable') return missingView(read.content.why);
  const code = scalarOf(read, types, littleEndian);
  const isOk = code === 0n || code === false || code === 0;
  const told = isOk ? val : err;
  const [text = ''] = told === undefined ? [] : yield* textsOf([told.value]);
  const other = isOk ? err : val;
  const children = [told, other].filter(part => part !== undefined);
  const label = isOk ? 'Ok' : 'Error';
  return {
    text: `${label}(${text})`,
    children: namedChildren(children),
    structured: { kind: 'result', ok: isOk, label, text },
  };
}
