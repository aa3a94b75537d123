// Reading modules: what was written is seen, what others write is understood, what nobody knows does no harm.

import { describe, expect, it } from 'vitest';
import { addOddNames, sampleLine, sampleMd5, sampleProgram } from '../test/sample-program.js';
import type { ModuleData } from './module-data.js';
import { readModule } from './read-module.js';

function named<Item extends { readonly name: string }>(items: Iterable<Item>, name: string): Item {
  const found = [...items].find(item => item.name === name);
  if (found === undefined) throw new Error(`nothing is called ${name}`);
  return found;
}

/** A type with the names of all types in it, as deep as they go without a name of their own. */
function typeName({ debug }: ModuleData, id: Parameters<typeof debug.types.get>[0] | undefined): string {
  const type = id === undefined ? undefined : debug.types.get(id);
  return type === undefined ? 'void' : type.name || `(${type.kind})`;
}

describe('what the writer wrote', () => {
  const module = sampleProgram({ directory: '/src/ö', fileName: 'näme "1".src' });
  addOddNames(module);
  const read = readModule(module.toString());

  it('is understood whole', () => {
    expect(read.unknown).toEqual([]);
    expect(read.sourceName).toBe('näme "1".src');
    expect(read.types.get('a pair')).toBe('{ i64, i64 }');
    expect(read.namedMetadata.get('llvm.dbg.cu')).toEqual([...read.debug.units.keys()]);
  });

  it('has its unit and its file', () => {
    const [unit] = read.debug.units.values();
    expect(unit).toMatchObject({
      language: 'DW_LANG_C11',
      producer: 'a test "of ours"',
      isOptimized: false,
      file: { name: 'näme "1".src', directory: '/src/ö', md5: sampleMd5 },
    });
  });

  it('has its functions with parameters, whatever their names', () => {
    const defined = read.functions.filter(({ isDefinition }) => isDefinition).map(({ name }) => name);
    expect(defined).toEqual([
      'sample.sum',
      'main',
      'with space',
      'quote"and\\slash',
      '名前',
      '0digits',
      'tab\there',
    ]);
    expect(named(read.functions, 'printf')).toMatchObject({
      isDefinition: false,
      varargs: true,
      resultType: 'i32',
    });
    expect(named(read.functions, '名前')).toMatchObject({
      resultType: 'void',
      parameters: [{ type: 'i8', name: '名前' }],
      blocks: [{ label: 'entry' }, { label: '名前.2' }],
    });
    expect(named(read.functions, 'sample.sum')).toMatchObject({ prefixes: ['internal'], resultType: 'i64' });
    expect(named(read.functions, 'llvm.sadd.with.overflow.i64').resultType).toBe('{ i64, i1 }');
  });

  it('has subprograms, and blocks inside them', () => {
    const { subprogram } = named(read.functions, 'sample.sum');
    expect(read.debug.subprograms.get(subprogram!)).toMatchObject({
      name: 'sum',
      linkageName: 'sample.sum',
      line: 1,
      isDefinition: true,
      isLocal: true,
    });
    const main = named(read.functions, 'main');
    const [block] = read.debug.blocks.values();
    expect(block).toMatchObject({ scope: main.subprogram, line: 9, column: 3 });
  });

  it('has a location on every instruction that has one', () => {
    const main = named(read.functions, 'main');
    const instructions = main.blocks.flatMap(block => block.instructions);
    const call = instructions.find(({ text }) => text.includes('@printf'));
    expect(call).toMatchObject({ opcode: 'call' });
    expect(read.debug.locations.get(call!.location!)).toMatchObject({ line: sampleLine('print'), column: 5 });
    const without = instructions.filter(({ location }) => location === undefined);
    expect(new Set(without.map(({ opcode }) => opcode))).toEqual(new Set(['alloca']));
    expect(instructions.filter(({ opcode }) => opcode === 'switch')).toHaveLength(1);
  });

  it('has variables with their types and where they lie', () => {
    const main = named(read.functions, 'main');
    const seen = main.variables.map(({ kind, operand, variable }) => {
      const { name, type } = read.debug.variables.get(variable)!;
      return [kind, operand, name, typeName(read, type)];
    });
    expect(seen).toEqual([
      ['declare', 'ptr %tiny', 'tiny', 'tiny8'],
      ['declare', 'ptr %point', 'point', 'Point'],
      ['declare', 'ptr %node', 'node', 'Node'],
      ['declare', 'ptr %color', 'color', 'Color'],
      ['declare', 'ptr %numbers', 'numbers', '(array)'],
      ['declare', 'ptr %inner', 'inner', 'whole'],
    ]);
    const sum = named(read.functions, 'sample.sum');
    expect(sum.variables.map(({ variable }) => read.debug.variables.get(variable)?.position)).toEqual([1, 2]);
  });

  it('has types of every kind', () => {
    const types = [...read.debug.types.values()];
    expect(named(types, 'int64')).toMatchObject({ kind: 'basic', encoding: 'signed', sizeInBits: 64 });
    expect(named(types, 'whole')).toMatchObject({ kind: 'derived', tag: 'typedef' });
    const node = named(types, 'Node');
    if (node.kind !== 'composite') throw new Error('Node is no struct');
    expect(node.members).toMatchObject([
      { name: 'next', offsetInBits: 0 },
      { name: 'value', offsetInBits: 64, sizeInBits: 8 },
    ]);
    const next = read.debug.types.get(node.members[0]!.type!);
    const pointer = next?.kind === 'derived' ? read.debug.types.get(next.target!) : undefined;
    expect(pointer).toMatchObject({ kind: 'derived', tag: 'pointer_type', target: node.id });
    expect(named(types, 'Color')).toMatchObject({
      kind: 'enumeration',
      enumerators: [
        { name: 'red', value: 0n },
        { name: 'green', value: 4n },
      ],
    });
    expect(types.find(({ kind }) => kind === 'array')).toMatchObject({ counts: [3], sizeInBits: 24 });
    expect(types.filter(({ kind }) => kind === 'subroutine')).toHaveLength(2);
  });

  it('has globals with their debug information', () => {
    const answer = named(read.globals, 'answer');
    expect(answer).toMatchObject({ kind: 'variable', isExternal: false });
    expect(answer.debug.map(id => read.debug.globals.get(id))).toMatchObject([
      { name: 'answer', isLocal: true },
    ]);
  });
});

describe('what other compilers write', () => {
  it('may number its values and its first block', () => {
    const { functions } = readModule(`
define hidden i32 @f(i32 noundef %0, ptr nocapture readonly align 8 %1) #0 !dbg !6 { ; comment with "{
  %3 = add i32 %0, 1, !dbg !7, !other !{i32 1}
  br label %4
4:                                                ; preds = %2
  ret i32 %3
}`);
    expect(functions).toMatchObject([
      {
        name: 'f',
        prefixes: ['hidden'],
        subprogram: 6,
        parameters: [
          { type: 'i32', name: '0', attributes: ['noundef'] },
          { type: 'ptr', name: '1', attributes: ['nocapture', 'readonly', 'align', '8'] },
        ],
        blocks: [
          { label: '2', instructions: [{ opcode: 'add', result: '3', location: 7 }, { opcode: 'br' }] },
          { label: '4', instructions: [{ opcode: 'ret' }] },
        ],
      },
    ]);
  });

  it('may have typed pointers and call intrinsics for variables', () => {
    const [fn] = readModule(`
define void (i32)* @f(i8 addrspace(1)* %p) {
  tail call void @llvm.dbg.value(metadata i32* %x, metadata !4, metadata !DIExpression(DW_OP_deref)), !dbg !5
  ret void (i32)* null
}`).functions;
    expect(fn).toMatchObject({
      resultType: 'void (i32)*',
      parameters: [{ name: 'p' }],
      variables: [
        {
          kind: 'value',
          operand: 'i32* %x',
          variable: 4,
          expression: '!DIExpression(DW_OP_deref)',
          location: 5,
        },
      ],
      blocks: [{ instructions: [{ opcode: 'ret' }] }],
    });
  });

  it('may go on in the next line without a bracket', () => {
    const [fn] = readModule(`
define void @f() personality ptr @p {
  invoke void @g()
          to label %next unwind label %pad, !dbg !4
next:
  ret void
pad:
  %x = landingpad { ptr, i32 }
          cleanup
          catch ptr null, !dbg !5
  resume { ptr, i32 } %x
}`).functions;
    expect(
      fn?.blocks.map(({ label, instructions }) => [label, ...instructions.map(one => one.opcode)]),
    ).toEqual([
      ['0', 'invoke'],
      ['next', 'ret'],
      ['pad', 'landingpad', 'resume'],
    ]);
    expect(fn?.blocks.map(({ instructions }) => instructions[0]?.location)).toEqual([4, undefined, 5]);
  });

  it('may write a location where it is used', () => {
    const { functions, debug } = readModule(
      'define void @f() !dbg !2 {\n  ret void, !dbg !DILocation(line: 7, column: 3, scope: !2)\n}\n!2 = !{}\n',
    );
    const location = functions[0]?.blocks[0]?.instructions[0]?.location;
    expect(debug.locations.get(location!)).toEqual({ id: 3, line: 7, column: 3, scope: 2 });
  });

  it('may have kinds of nodes, fields and statements nobody knows', () => {
    const read = readModule(`
$c = comdat any
module asm "nop"
!0 = !DINovelty(shape: "round", of: !{!1, null}, flags: A | B, deep: !X(1, 2))
!1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed, novelty: 3)
!2 = nonsense
`);
    expect(read.unknown.map(({ line }) => line)).toEqual([6, 3]);
    expect([...read.metadata.keys()]).toEqual([0, 1]);
    expect(read.debug.types.size).toBe(1);
  });

  it('may be broken off anywhere', () => {
    const text = sampleProgram({ directory: '/src', fileName: 'a.src' }).toString();
    for (let length = 0; length < text.length; length += 37)
      expect(readModule(text.slice(0, length)).functions.length).toBeLessThanOrEqual(7);
    const cut = readModule(text.slice(0, text.indexOf('switch')));
    expect(cut.functions.at(-1)?.name).toBe('main');
  });

  it('may nest without end', () => {
    const deep = '!{'.repeat(50_000);
    expect(readModule(`!0 = ${deep}\n!1 = ${deep}${'}'.repeat(50_000)}\n`).debug.types.size).toBe(0);
  });

  it('may leave a bracket open without hiding what follows', () => {
    const read = readModule('define void @f() {\n  call void @g(i32 1\n}\ndeclare void @g(i32)\n');
    expect(read.functions.map(({ name }) => name)).toEqual(['f', 'g']);
  });
});
