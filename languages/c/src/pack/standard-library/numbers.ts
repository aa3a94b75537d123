// Complex numbers, of the language and of its library.

import { loaded, missingView, textsOf, viewInstead, withRaw, type Renderer } from '@sonde/lens';
import { memberAt, namedWith, typeAt } from './members.js';

const complex: Renderer = {
  name: 'complex',
  matches: (type, types) =>
    /\b_Complex\b/.test(type.name) &&
    typeAt(type, types, ['real']) !== undefined &&
    typeAt(type, types, ['imag']) !== undefined,
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    const real = memberAt(whole, ['real'], context)!;
    const imag = memberAt(whole, ['imag'], context)!;
    const [re = '?', im = '?'] = yield* textsOf([real, imag]);
    const text = im.startsWith('-') ? `${re} - ${im.slice(1)}i` : `${re} + ${im}i`;
    return {
      text,
      children: {
        named: 2,
        indexed: 0,
        list: (filter, start, count) =>
          filter === 'indexed'
            ? []
            : [
                { name: 'real', value: real },
                { name: 'imag', value: imag },
              ].slice(start, start + count),
      },
    };
  },
};

const libraryComplex: Renderer = {
  name: 'std::complex',
  matches: namedWith(/^std::complex</, ['_M_value', 'real']),
  *render(value, context) {
    const inner = memberAt(value, ['_M_value'], context);
    return withRaw(inner === undefined ? missingView('empty') : yield* viewInstead(inner), value, context);
  },
};

export const numberRenderers: readonly Renderer[] = [complex, libraryComplex];
