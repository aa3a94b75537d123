// Functions as values: by the name of the code they run.

import type { RawValue } from '@sonde/engine';
import { loaded, type Reading, type RenderContext, type Renderer, type View } from '@sonde/lens';
import { blockBehind, blockType, isBlock } from './blocks.js';

export const closure: Renderer = {
  name: 'function',
  matches: (type, types) => /^\(.*\) -> /.test(type.name) && blockType(type, types) !== undefined,
  render: closureView,
};

/** Engines write the name of a function behind an arrow, as the source has it, and its address before or behind that. */
const named = /→\s*([^\s`'"()→]+)/;

function* closureView(value: RawValue, context: RenderContext): Reading<View> {
  const block = yield* blockBehind(value, context);
  if (!isBlock(block)) return block;
  const code = yield* loaded(block.field('code')!, context);
  const [answer] = yield [{ read: 'engine', value: code }];
  const summary = answer?.read === 'engine' ? (answer.view.summary ?? '') : '';
  const name = named.exec(summary)?.[1];
  return { text: `fn ${name ?? summary}`.trim(), memory: block.address };
}
