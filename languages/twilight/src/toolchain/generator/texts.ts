// Text with values between: numbers in decimal, bools as words, addresses and hashes in hexadecimal.

import type { TextPart, TypedExpression } from '../checker/typed-expressions.js';
import type { Type } from '../checker/types.js';
import { isWide, layoutOf, shapeOf } from '../layout/layout.js';
import { emitInto } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { loadScalar } from './memory.js';
import { appendBytes, appendHex, appendNumber, appendWide, beginText, endText } from './runtime/text.js';
import { extend, limbsOf } from './arithmetic/ranges.js';

/** Values that are evaluated, each once, and where they are. */
export type Evaluated = Map<TypedExpression, Destination>;

export function evaluate(g: FunctionContext, e: TypedExpression, done: Evaluated): Destination {
  const known = done.get(e);
  if (known !== undefined) return known;
  const place = g.temporary(e.type);
  emitInto(g, e, place);
  done.set(e, place);
  return place;
}

/** Writes a text and leaves its handle in `into`. The values are evaluated first: they may make texts themselves. */
export function emitText(
  g: FunctionContext,
  parts: readonly TextPart[],
  into: number,
  done: Evaluated = new Map(),
  more?: () => void,
): void {
  const { code, module } = g;
  const ready = parts.map(part =>
    typeof part === 'string' ? part : { type: part.type, place: evaluate(g, part, done) },
  );
  code.call(beginText(module)).set(into);
  for (const part of ready) {
    if (typeof part === 'string') appendLiteral(g, part);
    else
      appendValue(g, part.type, () => {
        code.get(part.place.base);
        if (part.place.offset !== 0) code.i32(part.place.offset).op('i32.add');
      });
  }
  more?.();
  code.get(into).call(endText(module));
}

export function appendLiteral({ code, module }: FunctionContext, text: string): void {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0) return;
  code.i32(module.data.bytes(bytes)).i32(bytes.length).call(appendBytes(module));
}

/** Appends the value whose address is pushed. */
export function appendValue(g: FunctionContext, type: Type, pushAddress: () => void): void {
  const { code, module } = g;
  switch (type.kind) {
    case 'unit':
      return appendLiteral(g, '()');
    case 'bool':
      pushAddress();
      loadScalar(code, type);
      return void code.if(
        undefined,
        () => appendLiteral(g, 'true'),
        () => appendLiteral(g, 'false'),
      );
    case 'int':
      pushAddress();
      if (isWide(type))
        return void code
          .i32(limbsOf(type))
          .i32(type.signed ? 1 : 0)
          .call(appendWide(module));
      loadScalar(code, type);
      extend(code, type);
      return void code.i32(type.signed ? 1 : 0).call(appendNumber(module));
    case 'address':
    case 'hash256':
      appendLiteral(g, '0x');
      pushAddress();
      return void code.i32(layoutOf(type).size).call(appendHex(module));
    case 'string': {
      const list = g.named('list', 'i32');
      pushAddress();
      code.load('i32.load').tee(list).i32(4).op('i32.add').get(list).load('i32.load');
      return void code.call(appendBytes(module));
    }
    default:
      throw new Error(`${type.name} has no text (${shapeOf(type)})`);
  }
}
