// Complex numbers, of the language and of its library.

import type { RawValue } from '@sonde/engine';
import {
  loaded,
  missingView,
  namedChildren,
  textsOf,
  type Reading,
  type Renderer,
  type View,
} from '@sonde/lens';
import { kindRenderer, wrapperRenderer } from './kind-renderer.js';
import { complex, complexPair } from './layouts.js';
import { memberAt, typeAt } from './members.js';

function* complexView(real: RawValue, imag: RawValue): Reading<View> {
  const [re = '?', im = '?'] = yield* textsOf([real, imag]);
  const children = namedChildren([
    { name: 'real', value: real },
    { name: 'imag', value: imag },
  ]);
  return { text: im.startsWith('-') ? `${re} - ${im.slice(1)}i` : `${re} + ${im}i`, children };
}

const ofLanguage: Renderer = {
  name: 'complex',
  matches: (type, types) =>
    /\b_Complex\b/.test(type.name) &&
    typeAt(type, types, ['real']) !== undefined &&
    typeAt(type, types, ['imag']) !== undefined,
  *render(value, context) {
    const whole = yield* loaded(value, context);
    if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
    return yield* complexView(memberAt(whole, ['real'], context)!, memberAt(whole, ['imag'], context)!);
  },
};

const ofTwoNumbers = kindRenderer('std::complex, of two numbers', complexPair, (whole, parts, context) =>
  complexView(memberAt(whole, parts.real, context)!, memberAt(whole, parts.imag, context)!),
);

export const numberRenderers: readonly Renderer[] = [
  ofLanguage,
  wrapperRenderer('std::complex', complex),
  ofTwoNumbers,
];
