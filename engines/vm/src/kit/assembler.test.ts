import { SymbolIndex, typeId } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { Assembler, withoutDebugInfo } from './assembler.js';
import { decodeImage, encodeImage } from './image-file.js';
import { Mistake } from './sources.js';

const file = { source: { name: 'a.txt', path: '/a.txt' }, text: '' };
const here = { line: 1, column: 1 };

/** f(p) { let x; { let x; } } around two instructions each. */
function assembled() {
  const code = new Assembler<'nop' | 'call'>(typeId(1));
  code.file(
    file,
    () => {
      code.mark(here);
      code.declare('g', code.here, here);
      code.emit('call', code.callee('f', 1, here));
    },
    () => {
      code.declareFunction('f');
      code.function('f', 1, () =>
        code.scope(() => {
          code.declare('p', code.here, { line: 2, column: 5 }, true);
          code.mark({ line: 2, column: 1 });
          code.emit('nop');
          code.declare('x', code.here, here);
          code.scope(() => {
            code.emit('nop');
            code.declare('x', code.here, here);
            code.emit('nop');
          });
          code.emit('nop');
        }),
      );
    },
  );
  return code.result([]);
}

describe('the assembler', () => {
  it('gives variables a life from their declaration to the end of their scope', () => {
    const index = new SymbolIndex(assembled().symbols);
    const names = (address: number) => [...index.namesAt(address).all()].map(n => [n.name, n.place]);
    expect(names(0)).toEqual([['g', { kind: 'global', index: 0 }]]);
    expect(names(1).map(([name]) => name)).toEqual(['p', 'g']);
    expect(names(2)[0]).toEqual(['x', { kind: 'slot', slot: 1 }]);
    expect(names(3)[0]).toEqual(['x', { kind: 'slot', slot: 2 }]);
    expect(names(4)[0]).toEqual(['x', { kind: 'slot', slot: 1 }]);
    expect(index.locationAt(3)).toMatchObject({ source: file.source, line: 2 });
  });

  it('refuses a second variable of one name in a scope, and calls that do not fit', () => {
    const code = new Assembler<'call'>(typeId(1));
    code.file(
      file,
      () => {
        expect(code.declare('a', 0, here)).toBeDefined();
        expect(code.declare('a', 0, here)).toBeUndefined();
        expect(code.declareFunction('f')).toBe(true);
        expect(code.declareFunction('f')).toBe(false);
        code.callee('f', 2, { line: 7, column: 3 });
      },
      () => code.function('f', 1, () => undefined),
    );
    expect(() => code.result([])).toThrow(
      expect.objectContaining({
        message: 'f takes 1 arguments, not 2',
        at: { line: 7, column: 3 },
        file,
      }) as Error,
    );
    expect(new Mistake('x', here)).toBeInstanceOf(Error);
  });

  it('writes programs to files and reads back only what is whole', () => {
    const format = { magic: 'test', version: 2 };
    const program = assembled();
    const text = encodeImage(format, program);
    expect(decodeImage(format, text)).toEqual(program);
    expect(() => decodeImage({ magic: 'other', version: 2 }, text)).toThrow('not a compiled program');
    expect(() => decodeImage({ magic: 'test', version: 3 }, text)).toThrow('version 2');
    for (let at = text.indexOf('\n') + 1; at < text.length - 1; at += 97) {
      const spoilt = `${text.slice(0, at)}~${text.slice(at + 1)}`;
      expect(() => decodeImage(format, spoilt)).toThrow('damaged');
    }
  });

  it('leaves out what tells about the source when asked to', () => {
    const { code, symbols } = withoutDebugInfo(assembled());
    expect(code.positions).toEqual([]);
    expect(symbols.lines).toEqual([]);
    expect(symbols.functions.every(f => f.locals.length === 0)).toBe(true);
    expect(code.instructions).toEqual(assembled().code.instructions);
  });
});
