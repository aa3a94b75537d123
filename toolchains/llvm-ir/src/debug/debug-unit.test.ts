// Debug metadata: what is shared, what is distinct, and which mistakes are told.

import { describe, expect, it } from 'vitest';
import { intConstant } from '../constants.js';
import { IrModule } from '../module.js';
import { functionType, i32, ptr, structType, voidType } from '../types.js';

function start(isOptimized = false) {
  const module = new IrModule({ name: 'm', dwarfVersion: 4 });
  const file = { name: 'a.src', directory: '/src' };
  const unit = module.debugUnit({ language: 'DW_LANG_C11', producer: 'p', file, isOptimized });
  const type = unit.types.subroutine(undefined, []);
  const subprogram = unit.subprogram({ name: 'f', file: unit.file, line: 1, type });
  const fn = module.define('f', functionType(voidType, []), { subprogram });
  return { module, unit, subprogram, fn, type, int: unit.types.basic('int', 32, 'signed') };
}

describe('debug metadata', () => {
  it('says which version of DWARF is wanted', () => {
    expect(start().module.metadata.text()).toContain('!{i32 7, !"Dwarf Version", i32 4}');
  });

  it('shares equal types and locations, but no blocks', () => {
    const { unit, subprogram, int } = start();
    expect(unit.types.pointer(int).id).toBe(unit.types.pointer(int).id);
    expect(unit.location(1, 2, subprogram).id).toBe(unit.location(1, 2, subprogram).id);
    expect(unit.lexicalBlock(subprogram, 1, 1).id).not.toBe(unit.lexicalBlock(subprogram, 1, 1).id);
  });

  it('shows a struct that is never completed as a declaration', () => {
    const { module, unit } = start();
    unit.types.forward({ name: 'Hidden', sizeInBits: 64 });
    expect(module.metadata.text()).toContain(
      '!DICompositeType(tag: DW_TAG_structure_type, name: "Hidden", flags: DIFlagFwdDecl)',
    );
  });

  it('completes a struct once', () => {
    const { unit, int } = start();
    const type = unit.types.forward({ name: 'S', sizeInBits: 32 });
    unit.types.complete(type, [{ name: 'a', type: int, offsetInBits: 0 }]);
    expect(() => unit.types.complete(type, [])).toThrow('completed twice');
  });

  it('writes arrays, unions, qualifiers and artificial members', () => {
    const { module, unit, int } = start();
    expect(unit.types.array(int, 2, 3).sizeInBits).toBe(192);
    expect(unit.types.array(int, undefined).sizeInBits).toBeUndefined();
    unit.retain(unit.types.qualified('const', int));
    unit.types.composite({ name: 'U', kind: 'union', sizeInBits: 32, identifier: 'u!1' }, [
      { name: 'hidden', type: int, offsetInBits: 0, artificial: true },
    ]);
    const text = module.metadata.text();
    expect(text).toContain('!DISubrange(count: -1)');
    expect(text).toMatch(/retainedTypes: !\d+/);
    expect(text).toContain('DW_TAG_union_type, name: "U", size: 32');
    expect(text).toContain('identifier: "u!1"');
    expect(text).toMatch(/name: "hidden", .*flags: DIFlagArtificial/);
  });

  it('takes offsets from the layout of a struct', () => {
    const { module, unit, int } = start();
    const pointer = unit.types.pointer(undefined);
    const layout = structType([i32, ptr]);
    unit.types.structLike(layout, { name: 'S' }, [
      { name: 'a', type: int },
      { name: 'b', type: pointer },
    ]);
    expect(module.metadata.text()).toMatch(/name: "b", .*size: 64, offset: 64/);
    expect(() => unit.types.structLike(layout, { name: 'S' }, [])).toThrow('S has 2 fields, not 0');
  });

  it('keeps the variables of optimised functions', () => {
    const { module, unit, subprogram, int } = start(true);
    const { id } = unit.variable({ name: 'x', scope: subprogram, line: 2, type: int });
    const text = module.metadata.text();
    const list = /retainedNodes: (!\d+)/.exec(text)?.[1];
    expect(text).toContain(`${String(list)} = !{!${id}}`);
    expect(text).toContain('DISPFlagOptimized');
  });

  it('treats a column beyond what LLVM keeps as unknown', () => {
    const { unit, subprogram } = start();
    expect(unit.location(1, 70_000, subprogram).column).toBe(0);
  });

  it('puts a record into the scope of its variable', () => {
    const { module, unit, subprogram, fn, int } = start();
    const block = unit.lexicalBlock(subprogram, 3, 1);
    const variable = unit.variable({ name: 'x', scope: block, line: 4, type: int });
    fn.code.at(9, 9, subprogram);
    fn.code.declareVariable(variable, fn.alloca(i32, 'x'), ['DW_OP_plus_uconst', 8]);
    fn.code.variableValue(variable, intConstant(i32, 5));
    fn.code.ret();
    const { id } = unit.location(4, 0, block);
    const text = module.toString();
    expect(text).toContain(
      `#dbg_declare(ptr %x, !${variable.id}, !DIExpression(DW_OP_plus_uconst, 8), !${id})`,
    );
    expect(text).toContain(`#dbg_value(i32 5, !${variable.id}, !DIExpression(), !${id})`);
  });
});

describe('misuse of debug metadata', () => {
  it('in another module is noticed', () => {
    const { unit } = start();
    const { int } = start();
    expect(() => unit.types.pointer(int)).toThrow('of one module was used in another');
  });

  it('in another function is noticed', () => {
    const { unit, fn, type } = start();
    const other = unit.subprogram({ name: 'g', file: unit.file, line: 5, type });
    expect(() => fn.code.at(1, 1, unit.lexicalBlock(other, 1, 1))).toThrow(
      '@f cannot have code in the scope of g',
    );
  });

  it('by a call without a location is noticed', () => {
    const { fn } = start();
    expect(() => fn.code.call(fn.value, [])).toThrow('the call of @f in @f needs a location');
  });

  it('by a declaration as the body of a function is noticed', () => {
    const { module, unit, type } = start();
    const subprogram = unit.subprogram({ name: 'g', file: unit.file, line: 1, type, isDefinition: false });
    expect(() => module.define('g', functionType(voidType, []), { subprogram })).toThrow(
      'only a declaration',
    );
  });

  it('by numbers and texts that mean nothing is noticed', () => {
    const { module, unit, subprogram, type, int } = start();
    const file = { name: 'b', directory: '' };
    expect(() => unit.location(-1, 1, subprogram)).toThrow('line -1');
    expect(() => unit.location(1, 0.5, subprogram)).toThrow('column 0.5');
    expect(() => unit.addFile({ ...file, md5: 'no' })).toThrow('32 hex digits');
    expect(() => unit.types.array(type, 2)).toThrow('without a size');
    expect(() => unit.types.array(int, -2)).toThrow('no array has -2');
    expect(() => unit.parameter(0, { name: 'a', scope: subprogram, line: 1, type: int })).toThrow(
      'position 0',
    );
    expect(() => module.debugUnit({ language: 'None', producer: '', file })).toThrow(
      'not a language of DWARF',
    );
  });
});
