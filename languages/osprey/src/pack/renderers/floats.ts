// Floats as the language writes them: always with a point or an exponent.

import { scalarOf, loaded, missingView, type Renderer } from '@sonde/lens';
import { floatText } from '../../toolchain/float-text.js';

export const float: Renderer = {
  name: 'float',
  matches: type => type.kind === 'float' && type.size === 8,
  *render(value, context) {
    const read = yield* loaded(value, context);
    if (read.content.kind === 'unavailable') return missingView(read.content.why);
    const number = scalarOf(read, context.types, context.littleEndian);
    return typeof number === 'number' ? { text: floatText(number) } : missingView('not a number');
  },
};
