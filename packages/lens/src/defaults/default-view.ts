// The default view of any value: by what it holds, then by its type.

import type { RawValue } from '@sonde/engine';
import { memoryAddress } from '../parts.js';
import { hexText } from '../scalar-text.js';
import type { View } from '../view.js';
import { structView, variantView } from './aggregate-view.js';
import { arrayView } from './array-view.js';
import { largestLoad, loaded, missing, type DefaultContext, type ViewReading } from './default-context.js';
import { engineView } from './engine-view.js';
import { objectView } from './managed-view.js';
import { pointerView } from './pointer-view.js';
import { bytesText, scalarText } from './scalar-view.js';

export function* defaultView(value: RawValue, context: DefaultContext): ViewReading {
  return (yield* engineView(value, context)) ?? (yield* plainView(value, context));
}

function* plainView(value: RawValue, context: DefaultContext): ViewReading {
  const { content } = value;
  if (content.kind === 'unavailable') return missing(content.why);
  if (content.kind === 'object') return yield* objectView(value, context);
  if (content.kind === 'partial') return yield* partialTextView(value, context);
  switch (context.type.kind) {
    case 'struct':
    case 'union':
      return content.kind === 'scalar'
        ? yield* simpleView(value, context)
        : yield* structView(value, context);
    case 'variant':
      return content.kind === 'scalar'
        ? yield* simpleView(value, context)
        : yield* variantView(value, context);
    case 'array':
      return content.kind === 'scalar' ? yield* simpleView(value, context) : yield* arrayView(value, context);
    case 'pointer':
      return typeof (content.kind === 'scalar' ? content.value : 0) === 'string'
        ? yield* simpleView(value, context)
        : yield* pointerView(value, context);
    case 'unit':
      return { text: content.kind === 'scalar' ? (scalarText(value, context) ?? '()') : '()' };
    case 'function':
      return functionView(value, context);
    case 'opaque':
      return yield* opaqueView(value, context);
    default:
      return yield* simpleView(value, context);
  }
}

/** The beginning is enough for a preview; who asks for the whole text gets it read. */
function* partialTextView(value: RawValue, context: DefaultContext): ViewReading {
  if (context.format.limit !== undefined || value.place === undefined)
    return { text: scalarText(value, context) ?? '?' };
  const [answer] = yield [{ read: 'place', place: { place: value.place, type: value.type, whole: true } }];
  const whole = answer?.read === 'place' ? answer.value : value;
  return { text: scalarText(whole, context) ?? scalarText(value, context) ?? '?' };
}

function* simpleView(value: RawValue, context: DefaultContext): ViewReading {
  const read = yield* loaded(value, context, largestLoad);
  if (read.content.kind === 'unavailable') return missing(read.content.why);
  if (read.content.kind === 'object') return yield* objectView(read, context);
  const text = scalarText(read, context);
  if (text !== undefined) return { text };
  return { text: read.content.kind === 'bytes' ? bytesText(read.content.bytes) : '?' };
}

function functionView(value: RawValue, context: DefaultContext): View {
  const text = scalarText(value, context);
  if (text !== undefined) return { text };
  const address = memoryAddress(value);
  return { text: address === undefined ? context.type.name : hexText(address.offset) };
}

function* opaqueView(value: RawValue, context: DefaultContext): ViewReading {
  if (value.content.kind === 'scalar') return { text: scalarText(value, context) ?? '?' };
  if (value.content.kind === 'bytes') return { text: bytesText(value.content.bytes) };
  const why = context.type.kind === 'opaque' ? context.type.why : undefined;
  if (context.type.size === undefined) return missing(why ?? 'not described');
  return yield* simpleView(value, context);
}
