import { describe, expect, it } from 'vitest';
import { Attribute, Form, Tag } from './entries/names.js';
import { readDwarf } from './read-dwarf.js';
import { abbreviations, SectionWriter, unit, unit4, type EntryShape } from './test/section-writer.js';

const code = { start: 1_000, end: 2_000 };

const read = (sections: Readonly<Record<string, Uint8Array>>) =>
  readDwarf({ sections: new Map(Object.entries(sections)), code });

const root: EntryShape = {
  tag: Tag.compileUnit,
  hasChildren: true,
  attributes: [
    [Attribute.name, Form.string],
    [Attribute.lowPc, Form.addr],
    [Attribute.stmtList, Form.secOffset],
  ],
};
const writeRoot = (writer: SectionWriter, lines = 0): SectionWriter =>
  writer.leb(1).text('a.c').u32(0).u32(lines);

const subprogram: EntryShape = {
  tag: Tag.subprogram,
  hasChildren: true,
  attributes: [
    [Attribute.name, Form.string],
    [Attribute.lowPc, Form.addr],
    [Attribute.highPc, Form.data4],
    [Attribute.frameBase, Form.exprloc],
  ],
};
const frameInLocal2 = [4, 0xed, 0x00, 0x02, 0x9f];

const variable: EntryShape = {
  tag: Tag.variable,
  attributes: [
    [Attribute.name, Form.string],
    [Attribute.location, Form.exprloc],
  ],
};

/** A line table of version 4 with one file and these operations. */
const lineTable = (write: (writer: SectionWriter) => void): Uint8Array =>
  unit(writer => {
    const header = new SectionWriter().u8(1, 1, 1, -5, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1);
    header.text('sub').u8(0).text('a.c').leb(1, 0, 0).u8(0);
    writer.u16(4).u32(header.bytes.length).append(header);
    write(writer);
  }).made;

describe('addresses of code', () => {
  const sections = {
    '.debug_abbrev': abbreviations([root, subprogram, variable]),
    '.debug_info': unit4(writer => {
      writeRoot(writer);
      writer
        .leb(2)
        .text('f')
        .u32(0x10)
        .u32(0x20)
        .u8(...frameInLocal2);
      writer.leb(3).text('x').u8(2, 0x91, 0x0c);
      writer.leb(3).text('fixed').u8(5, 0x03).u32(0x30);
      writer.u8(0);
      // Removed by the linker: at 0, and at the largest number.
      writer
        .leb(2)
        .text('gone')
        .u32(0)
        .u32(0x20)
        .u8(...frameInLocal2)
        .u8(0);
      writer
        .leb(2)
        .text('gone')
        .u32(0xffff_ffff)
        .u32(0x20)
        .u8(...frameInLocal2)
        .u8(0);
      writer
        .leb(2)
        .text('behind')
        .u32(5_000)
        .u32(0x20)
        .u8(...frameInLocal2)
        .u8(0);
      writer.leb(3).text('global').u8(5, 0x03).u32(0x40);
      writer.u8(0);
    }),
    '.debug_line': lineTable(writer => {
      writer.u8(0, 5, 2).u32(0x10);
      // Line 3, column 7, the end of the prologue; then special operations.
      writer
        .u8(3, 2, 5, 7, 10, 1)
        .u8(13 + 14 * 4 + 5 + 1)
        .u8(6, 13 + 14 * 2 + 5);
      writer.u8(0, 1, 1);
      writer
        .u8(0, 5, 2)
        .u32(0)
        .u8(1, 13 + 14 * 40, 0, 1, 1);
    }),
  };

  it('count from the code section, and become offsets into the module once', () => {
    const { functions, lines, problems, sources } = read(sections);
    expect(problems).toEqual([]);
    expect(functions.map(({ name, ranges }) => [name, ranges])).toEqual([
      ['f', [{ start: 1_016, end: 1_048 }]],
    ]);
    expect(functions[0]!.variables.map(({ range }) => range)).toEqual([
      { start: 1_016, end: 1_048 },
      { start: 1_016, end: 1_048 },
    ]);
    expect(sources).toEqual(['sub/a.c']);
    expect(lines).toEqual([
      { address: 1_016, source: 0, line: 3, column: 7, isStatement: true, prologueEnd: true },
      { address: 1_020, source: 0, line: 4, column: 7, isStatement: true, prologueEnd: false },
      { address: 1_022, source: 0, line: 4, column: 7, isStatement: false, prologueEnd: false },
    ]);
  });

  it('are not what memory has', () => {
    const { functions, globals } = read(sections);
    expect(functions[0]!.variables.map(({ location }) => location)).toEqual([
      { kind: 'memory', base: { kind: 'local', index: 2 }, offset: 12 },
      { kind: 'memory', offset: 0x30 },
    ]);
    expect(globals).toEqual([{ name: 'global', location: { kind: 'memory', offset: 0x40 } }]);
  });
});

describe('what is broken', () => {
  const one = (write: (writer: SectionWriter) => void, shapes: readonly EntryShape[] = [root]) =>
    read({ '.debug_abbrev': abbreviations(shapes), '.debug_info': unit4(write) });

  it('is told with its section and offset', () => {
    expect(read({}).problems).toEqual([]);
    const told = (sections: Readonly<Record<string, Uint8Array>>) =>
      read(sections).problems.map(({ message }) => message);
    expect(told({ '.debug_info': new Uint8Array([1, 2]) })).toEqual([
      '4 bytes are expected and 2 are left (in .debug_info, at offset 0x0)',
    ]);
    expect(told({ '.debug_info': new Uint8Array([200, 0, 0, 0, 5, 0]) })).toEqual([
      'a unit is said to have 200 bytes and 2 are left (in .debug_info, at offset 0x4)',
    ]);
    expect(told({ '.debug_info': unit(writer => writer.u16(9)).made })).toEqual([
      'DWARF version 9 is not known here (in .debug_info, at offset 0x0)',
    ]);
    expect(one(writer => writer.leb(77)).problems[0]?.message).toBe(
      'an entry has the abbreviation 77, which is not there (in .debug_info, at offset 0xb)',
    );
    expect(
      one(writer => writer.leb(1), [{ tag: Tag.compileUnit, attributes: [[Attribute.name, 0x77]] }])
        .problems[0]?.message,
    ).toMatch(/unknown form 0x77 \(in \.debug_info/);
  });

  it('leaves the other units alone', () => {
    const good = unit4(writer => {
      writeRoot(writer)
        .leb(2)
        .text('f')
        .u32(0x10)
        .u32(0x20)
        .u8(...frameInLocal2)
        .u8(0, 0);
    });
    const bad = unit4(writer => writer.leb(9));
    const both = new Uint8Array([...bad, ...good]);
    const { functions, problems } = read({
      '.debug_abbrev': abbreviations([root, subprogram]),
      '.debug_info': both,
    });
    expect(functions.map(({ name }) => name)).toEqual(['f']);
    expect(problems.map(({ section }) => section)).toContain('.debug_info');
  });

  it('cannot ask for more files than there are bytes', () => {
    const table = unit(writer => {
      const header = new SectionWriter().u8(1, 1, 1, -5, 14, 1).u8(1).leb(1, Form.string).leb(4_000_000_000);
      writer.u16(5).u8(4, 0).u32(header.bytes.length).append(header);
    }).made;
    const { problems } = read({
      '.debug_abbrev': abbreviations([root]),
      '.debug_info': unit4(writer => writeRoot(writer).u8(0)),
      '.debug_line': table,
    });
    expect(problems[0]?.message).toMatch(/4000000000 files, and the bytes end before \(in \.debug_line/);
  });

  it('cannot share a long list so often that it becomes a flood', () => {
    const pairs = 4_000;
    const ranges = new SectionWriter();
    for (let nth = 1; nth <= pairs; nth++) ranges.u32(nth % 900).u32((nth % 900) + 1);
    ranges.u32(0).u32(0);
    const shape: EntryShape = {
      tag: Tag.subprogram,
      attributes: [[Attribute.ranges, Form.secOffset]],
    };
    const { problems, functions } = read({
      '.debug_abbrev': abbreviations([root, shape]),
      '.debug_info': unit4(writer => {
        writeRoot(writer);
        for (let nth = 0; nth < 3_000; nth++) writer.leb(2).u32(0);
        writer.u8(0);
      }),
      '.debug_ranges': ranges.made,
    });
    expect(problems.at(-1)?.message).toMatch(/refers to the same parts too often/);
    expect(functions.length).toBeLessThan(1_000);
  });

  it('has no end of types, where a type is made of itself', () => {
    const pointer: EntryShape = { tag: Tag.pointerType, attributes: [[Attribute.type, Form.ref4]] };
    const typed: EntryShape = {
      tag: Tag.variable,
      attributes: [
        [Attribute.name, Form.string],
        [Attribute.type, Form.ref4],
        [Attribute.location, Form.exprloc],
      ],
    };
    const at = 11 + 1 + 'a.c'.length + 1 + 8;
    const { types, problems, globals } = one(
      writer => {
        writeRoot(writer);
        writer.leb(2).u32(at);
        writer.leb(3).text('x').u32(at).u8(5, 0x03).u32(8);
        writer.leb(3).text('y').u32(3).u8(5, 0x03).u32(8).u8(0);
      },
      [root, pointer, typed],
    );
    expect(types.get(at)).toMatchObject({
      kind: 'pointer',
      target: at,
      name: `…${' *'.padEnd(18, '*')}`,
    });
    expect(types.get(3)).toEqual({ kind: 'declared', name: '?' });
    expect(problems.at(-1)?.message).toMatch(/uses the type at 0x3, which is not there/);
    expect(globals.map(({ name }) => name)).toEqual(['x', 'y']);
  });
});
