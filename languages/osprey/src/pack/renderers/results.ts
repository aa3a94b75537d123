// Results: `Success(…)` or `Error(…)`, in the words of the language.

import type { RawValue } from '@sonde/engine';
import {
  missingView,
  namedChildren,
  textsOf,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';
import { blockBehind, blockType, isBlock, numberIn } from './blocks.js';
import { text } from './texts.js';

export const result: Renderer = {
  name: 'Result',
  matches: (type, types) => /^Result<.+>$/.test(type.name) && blockType(type, types) !== undefined,
  render: resultView,
};

function* resultView(value: RawValue, context: RenderContext): Reading<View> {
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const disc = yield* numberIn(block, 'disc', context);
  if (disc !== 0n && disc !== 1n) return missingView(`corrupt: neither Success nor Error, but ${disc}`);
  const ok = disc === 0n;
  const part = block.field(ok ? 'value' : 'message')!;
  const label = ok ? 'Success' : 'Error';
  const [told = ''] = ok ? yield* textsOf([part]) : [yield* messageText(part, context)];
  const name = ok ? 'value' : 'message';
  return {
    text: `${label}(${told})`,
    children: namedChildren([{ name, value: part }]),
    memory: block.address,
    structured: { kind: 'result', ok, label, text: told },
  };
}

/** As it prints, without quotes. */
function* messageText(message: RawValue, context: RenderContext): Reading<string> {
  const view = text.render(message, context);
  const shown = 'next' in view ? yield* view : view;
  return shown.text.replace(/^"(.*)"$/, '$1');
}
