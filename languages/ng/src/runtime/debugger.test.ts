import { Failure, type ObjectId, typeId } from '@sonde/engine';
import type { MachineChild, MachinePlace } from '@sonde/engine-vm';
import { expect, test } from 'vitest';
import { assemble } from '../test/runtime/assembly.js';
import { bench, BenchHost, go, type Bench, type Machine } from '../test/runtime/bench-machine.js';
import type { BenchOptions } from '../test/runtime/bench-machine.js';

const anyType = typeId(0);

const types = [
  { name: 'P', properties: ['x', 'items'], derivedTraits: [], variants: [] },
  {
    name: 'R',
    properties: [],
    derivedTraits: [],
    variants: [{ name: 'Ok', payloadFields: ['v'] }],
  },
];

/** Runs the program to the label `here` of its top level. */
function stopped(source: string, options: BenchOptions = {}, host = new BenchHost()): Bench {
  const made = bench(`${source}\nhere:\nPUSH_UNIT\nRETURN\n${rest}`, { types, ...options }, host);
  made.machine.arm(made.address('__start__.here'));
  expect(go(made.machine).kind).toBe('site');
  return made;
}

const rest = `
fun first/1\nLOAD_LOCAL 0\nPUSH_I32 0\nGET_INDEX\nRETURN
fun spoil/1\nPUSH_I32 1\nSTORE_GLOBAL 9\nRETURN
fun own/1\nPUSH_I32 0\nPUSH_I32 3\nMAKE_RANGE 0\nNEW_ARRAY_SPREAD 1\nSTORE_LOCAL 1\nPOP\nMAKE_LOCAL_REF 1\nPUSH_I32 1\nMAKE_INDEX_REF\nLOAD_LOCAL 0\nSTORE_REF\nPOP\nLOAD_LOCAL 1\nRETURN
fun endless/0\nagain:\nJUMP again`;

const slot = (machine: Machine, number: number): MachinePlace => ({
  kind: 'slot',
  task: 1,
  frame: machine.frames(1, 0, 1)[0]!.serial,
  slot: number,
});

function objectIn(machine: Machine, place: MachinePlace): ObjectId {
  const { content } = machine.describe(machine.read(place), 100);
  if (content.kind !== 'object') throw new Error('no object');
  return content.id;
}

const members = (machine: Machine, object: ObjectId, start = 0, count = 100): readonly MachineChild[] =>
  machine.children?.(object, undefined, start, count) ?? [];

const texts = (machine: Machine, children: readonly MachineChild[]): readonly string[] =>
  children.map(({ name, word }) => {
    const { content } = machine.describe(word, 100);
    return `${name}=${content.kind === 'scalar' ? String(content.value) : content.kind}`;
  });

const store = (number: number): string => `STORE_LOCAL ${number}\nPOP`;
const array = 'PUSH_I32 1\nPUSH_I32 2\nPUSH_I32 3\nNEW_ARRAY 3';
const nested = `${array}\n${array}\nNEW_ARRAY 2`;

test('values are described with their types, unless the declared one says it', () => {
  const { machine, image } = stopped(
    `PUSH_U8 7\n${store(0)}\nLOAD_STR "grün"\n${store(1)}\n${array}\n${store(2)}`,
  );
  const u8 = image.typeIds.get('u8')!;
  expect(machine.describe(machine.read(slot(machine, 0)), 100)).toEqual({
    content: { kind: 'scalar', value: 7n },
    type: u8,
  });
  expect(machine.describe(machine.read(slot(machine, 0)), 100, u8).type).toBeUndefined();
  expect(machine.describe(machine.read(slot(machine, 0)), 100, typeId(9999)).type).toBe(u8);
  expect(machine.describe(machine.read(slot(machine, 2)), 100).content).toMatchObject({
    kind: 'object',
    indexed: 3,
  });
  expect(machine.describe(machine.read(slot(machine, 9)), 100).type).toBe(image.typeIds.get('unit'));
});

test('long texts are cut between characters', () => {
  // The bytes of "aü", written one by one.
  const { machine } = stopped(`LOAD_STR "a\u00c3\u00bc"\n${store(0)}`);
  const word = machine.read(slot(machine, 0));
  expect(machine.describe(word, 100).content).toEqual({ kind: 'scalar', value: 'aü' });
  expect(machine.describe(word, 2).content).toEqual({ kind: 'partial', value: 'a', length: 3 });
});

test('members of records, unions, tuples, ranges, references and wrapped values', () => {
  const { machine } = stopped(`PUSH_I32 4\n${array}\nNEW_OBJECT "P" 2\n${store(0)}
PUSH_I32 9\nCONSTRUCT_TAGGED R 0 1\n${store(1)}
PUSH_I32 1\nLOAD_STR "t"\nNEW_TUPLE 2\n${store(2)}
PUSH_I32 5\nPUSH_I32 2\nMAKE_RANGE 0\n${store(3)}
PUSH_I32 8\nWRAP_NEWTYPE "Meters"\n${store(4)}
LOAD_LOCAL 0\nMAKE_TRAIT_REF "Show"\n${store(5)}\nMOVE_LOCAL 2\n${store(6)}`);
  const inside = (number: number): readonly MachineChild[] =>
    members(machine, objectIn(machine, slot(machine, number)));
  const [record] = inside(0);
  expect(record?.name).toBe('*');
  const { content } = machine.describe(record?.word, 100);
  expect(content.kind).toBe('object');
  if (content.kind === 'object')
    expect(texts(machine, members(machine, content.id))).toEqual(['x=4', 'items=object']);
  expect(texts(machine, inside(1))).toEqual(['tag=Ok', 'v=9']);
  expect(texts(machine, inside(6))).toEqual(['[0]=1', '[1]=t']);
  expect(texts(machine, inside(3))).toEqual(['[0]=5', '[1]=4', '[2]=3']);
  expect(texts(machine, inside(4))).toEqual(['value=8']);
  expect(inside(5).map(({ name }) => name)).toEqual(['*']);
  expect(machine.describe(machine.read(slot(machine, 2)), 100).content).toEqual({
    kind: 'unavailable',
    why: 'moved',
  });
  expect(machine.children?.(objectIn(machine, slot(machine, 3)), 'named', 0, 9)).toEqual([]);
  expect(texts(machine, members(machine, objectIn(machine, slot(machine, 3)), 1, 1))).toEqual(['[1]=4']);
});

test('an object has one id as long as it lives', () => {
  const { machine } = stopped(`${array}\n${store(0)}`);
  expect(objectIn(machine, slot(machine, 0))).toBe(objectIn(machine, slot(machine, 0)));
});

test('writing converts to the type that is there, and says why it does not fit', () => {
  const { machine } = stopped(
    `PUSH_U8 7\n${store(0)}\nPUSH_F32 1\n${store(1)}\nLOAD_STR "s"\n${store(2)}\n${array}\n${store(3)}`,
  );
  machine.write(slot(machine, 0), 255n, anyType);
  machine.write(slot(machine, 1), 2n, anyType);
  machine.write(slot(machine, 2), 'ü', anyType);
  expect(machine.scalar(machine.read(slot(machine, 0)))).toBe(255);
  expect(machine.scalar(machine.read(slot(machine, 1)))).toBe(2);
  expect(machine.scalar(machine.read(slot(machine, 2)))).toBe('ü');
  expect(() => machine.write(slot(machine, 0), 256n, anyType)).toThrow('256 does not fit u8');
  expect(() => machine.write(slot(machine, 0), 1.5, anyType)).toThrow('1.5 is not a whole number');
  expect(() => machine.write(slot(machine, 2), 1n, anyType)).toThrow(
    '1 does not fit: the place holds String',
  );
  expect(() => machine.write(slot(machine, 3), 1n, anyType)).toThrow(
    'whose members can be written one by one',
  );
  expect(() => machine.write({ ...slot(machine, 0), frame: 999 } as MachinePlace, 1n, anyType)).toThrow(
    'the call has returned',
  );
});

test('writing a member reaches the owner and nobody who has a copy', () => {
  const { machine } = stopped(`${nested}\n${store(0)}\nLOAD_LOCAL 0\n${store(1)}`);
  const row = members(machine, objectIn(machine, slot(machine, 0)))[0]!;
  const { content } = machine.describe(row.word, 100);
  if (content.kind !== 'object') throw new Error('no object');
  machine.write({ kind: 'field', object: content.id, key: 1 }, 77n, anyType);
  const rowOf = (number: number): readonly string[] => {
    const first = members(machine, objectIn(machine, slot(machine, number)))[0]!;
    const described = machine.describe(first.word, 100).content;
    return described.kind === 'object' ? texts(machine, members(machine, described.id)) : [];
  };
  expect(rowOf(0)).toEqual(['[0]=1', '[1]=77', '[2]=3']);
  expect(rowOf(1)).toEqual(['[0]=1', '[1]=2', '[2]=3']);
});

test('an object can be assigned to a place that holds its kind', () => {
  const { machine } = stopped(
    `${array}\n${store(0)}\nPUSH_I32 9\nNEW_ARRAY 1\n${store(1)}\nPUSH_I32 1\n${store(2)}`,
  );
  machine.writeWord?.(slot(machine, 0), objectIn(machine, slot(machine, 1)));
  machine.write({ kind: 'field', object: objectIn(machine, slot(machine, 0)), key: 0 }, 8n, anyType);
  expect(texts(machine, members(machine, objectIn(machine, slot(machine, 0))))).toEqual(['[0]=8']);
  expect(texts(machine, members(machine, objectIn(machine, slot(machine, 1))))).toEqual(['[0]=9']);
  expect(() => machine.writeWord?.(slot(machine, 2), objectIn(machine, slot(machine, 1)))).toThrow(
    'Array does not fit: the place holds i32',
  );
});

test('accesses are told while somebody watches, before they happen', () => {
  const host = new BenchHost();
  host.watching = true;
  const { machine } = stopped(
    `PUSH_I32 1\n${store(0)}\nLOAD_LOCAL 0\nSTORE_GLOBAL 2\nPOP\nMAKE_LOCAL_REF 0\nPUSH_I32 5\nSTORE_REF\nPOP`,
    {},
    host,
  );
  const frame = machine.frames(1, 0, 1)[0]!.serial;
  const local = { kind: 'slot', task: 1, frame, slot: 0 };
  expect(host.touches).toEqual([
    { access: 'write', place: local },
    { access: 'read', place: local },
    { access: 'write', place: { kind: 'global', index: 2 } },
    { access: 'write', place: local },
  ]);
});

test('a watched member ends the run behind the instruction that reads or writes it', () => {
  const source = `${nested}\n${store(0)}\nhere:
LOAD_LOCAL 0\nSTORE_GLOBAL 0\nPOP
MAKE_LOCAL_REF 0\nPUSH_I32 1\nMAKE_INDEX_REF\nPUSH_I32 2\nMAKE_INDEX_REF\nPUSH_I32 5\nSTORE_REF\nafter:\nPOP
LOAD_LOCAL 0\nPUSH_I32 1\nGET_INDEX\nPUSH_I32 2\nGET_INDEX\nread:\nPOP\nPUSH_UNIT\nRETURN`;
  const { machine, host, address } = bench(source);
  machine.arm(address('__start__.here'));
  go(machine);
  machine.disarm(address('__start__.here'));
  const row = members(machine, objectIn(machine, slot(machine, 0)))[1]!;
  const { content } = machine.describe(row.word, 100);
  if (content.kind !== 'object') throw new Error('no object');
  host.watching = true;
  host.wants = (_, place) => place.kind === 'field' && place.object === content.id && place.key === 2;
  expect(go(machine)).toEqual({ kind: 'time' });
  expect(machine.frames(1, 0, 1)[0]?.pc).toBe(address('__start__.after'));
  expect(machine.read({ kind: 'field', object: content.id, key: 2 })).toBe(5);
});

/** Programs here have no texts of their own, so that those of the expression come first. */
const codeOf = (source: string): { readonly code: Uint8Array; readonly strings: readonly string[] } => {
  const { functions, strings } = assemble(source).module;
  return { code: functions[0]!.code, strings };
};

/** Functions of the program are numbered: the names are those of `rest`. */
const [first, spoil, own, endless] = [1, 2, 3, 4];

function evaluated(machine: Machine, source: string, effects = false, place?: string): unknown {
  const made = { module: 0, ...codeOf(source) };
  const fragment = place === undefined ? made : { ...made, place: codeOf(place).code };
  const frame = machine.frames(1, 0, 1)[0]!.serial;
  const answer = machine.evaluate!({ code: fragment, task: 1, frame, effects, budget: 10_000 });
  return answer.place === undefined ? answer.word : answer;
}

test('an expression runs in the activation and leaves everything as it was', () => {
  const { machine } = stopped(`${array}\n${store(0)}`);
  const before = [machine.time, machine.depth(1), machine.frames(1, 0, 5)];
  expect(evaluated(machine, `LOAD_LOCAL 0\nCALL ${first} 1\nRETURN`)).toBe(1);
  expect(evaluated(machine, `PUSH_I32 7\nCALL ${own} 1\nPUSH_I32 1\nGET_INDEX\nRETURN`)).toBe(7);
  expect(evaluated(machine, 'LOAD_LOCAL 0\nPUSH_I32 2\nGET_INDEX')).toBe(3);
  expect([machine.time, machine.depth(1), machine.frames(1, 0, 5)]).toEqual(before);
});

test('breakpoints in what it calls are passed', () => {
  const { machine, image } = stopped(`${array}\n${store(0)}`);
  const start = image.modules[0]!.module.functions[0]!.code.length;
  machine.arm(image.modules[0]!.base + start);
  expect(evaluated(machine, `LOAD_LOCAL 0\nCALL ${first} 1\nRETURN`)).toBe(1);
});

test('an expression that may not change anything is refused when it would', () => {
  const { machine, host } = stopped(`${array}\n${store(0)}`);
  const refused = (source: string): unknown => {
    try {
      return evaluated(machine, source);
    } catch (error) {
      return error instanceof Failure ? [error.code, error.text] : error;
    }
  };
  const refusal = ['bad-expression', 'the expression is not evaluated here: it would change the program.'];
  expect(refused(`PUSH_I32 1\nCALL ${spoil} 1\nRETURN`)).toEqual(refusal);
  expect(refused('PUSH_I32 1\nSTORE_LOCAL 0\nRETURN')).toEqual(refusal);
  expect(refused('MAKE_LOCAL_REF 0\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 9\nSTORE_REF\nRETURN')).toEqual(
    refusal,
  );
  expect(refused('MOVE_LOCAL 0\nRETURN')).toEqual(refusal);
  expect(refused('PUSH_I32 1\nPRINT 1\nRETURN')).toEqual(refusal);
  expect(refused('NATIVE_CALL "readLine" 0\nRETURN')).toEqual(refusal);
  expect(host.stdout).toBe('');
  expect(texts(machine, members(machine, objectIn(machine, slot(machine, 0))))).toEqual([
    '[0]=1',
    '[1]=2',
    '[2]=3',
  ]);
  // A copy is its own, and so are slots behind those of the function.
  expect(
    refused(
      'LOAD_LOCAL 0\nSTORE_LOCAL 5\nPOP\nMAKE_LOCAL_REF 5\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 9\nSTORE_REF\nPOP\nLOAD_LOCAL 5\nPUSH_I32 0\nGET_INDEX\nRETURN',
    ),
  ).toBe(9);
  expect(machine.read(slot(machine, 5))).toBeUndefined();
});

test('with leave to change things it does', () => {
  const { machine, host } = stopped(`${array}\n${store(0)}`);
  evaluated(
    machine,
    'MAKE_LOCAL_REF 0\nPUSH_I32 0\nMAKE_INDEX_REF\nPUSH_I32 9\nSTORE_REF\nPRINT 1\nRETURN',
    true,
  );
  expect(host.stdout).toBe('9\n');
  expect(texts(machine, members(machine, objectIn(machine, slot(machine, 0))))[0]).toBe('[0]=9');
});

test('what an expression names comes with its place', () => {
  const { machine } = stopped(`${nested}\n${store(0)}`);
  const element = 'MAKE_LOCAL_REF 0\nPUSH_I32 1\nMAKE_INDEX_REF\nPUSH_I32 2\nMAKE_INDEX_REF\nRETURN';
  const answer = evaluated(machine, 'PUSH_I32 3\nRETURN', false, element) as {
    word: unknown;
    place: MachinePlace;
  };
  expect(answer.word).toBe(3);
  machine.write(answer.place, 8n, anyType);
  expect(evaluated(machine, 'LOAD_LOCAL 0\nPUSH_I32 1\nGET_INDEX\nPUSH_I32 2\nGET_INDEX\nRETURN')).toBe(8);
  expect(evaluated(machine, 'PUSH_I32 3\nRETURN', false, 'MAKE_LOCAL_REF 0\nRETURN')).toMatchObject({
    place: slot(machine, 0),
  });
  // Without a place to be found, the value is enough.
  expect(evaluated(machine, 'PUSH_I32 3\nRETURN', false, 'PUSH_I32 1\nPUSH_I32 0\nDIV\nRETURN')).toBe(3);
});

test('an expression in a call that has returned says so', () => {
  const { machine } = stopped(`${array}\n${store(0)}`);
  const request = {
    code: { module: 0, ...codeOf('PUSH_UNIT') },
    task: 1,
    frame: 99,
    effects: false,
    budget: 9,
  };
  expect(() => machine.evaluate?.(request)).toThrow(Failure);
});

test('an expression that nobody waits for any more is given up on the way', () => {
  const host = new BenchHost();
  let looks = 0;
  Object.defineProperty(host, 'interrupted', { get: () => ++looks > 2 });
  const { machine } = stopped(`${array}\n${store(0)}`, {}, host);
  const { time } = machine;
  const code = { module: 0, ...codeOf(`CALL ${endless} 0\nRETURN`) };
  const frame = machine.frames(1, 0, 1)[0]!.serial;
  const request = { code, task: 1, frame, effects: false, budget: 1_000_000_000 };
  expect(() => machine.evaluate?.(request)).toThrow(expect.objectContaining({ code: 'cancelled' }) as Error);
  expect(looks).toBe(3);
  expect([machine.time, machine.depth(1)]).toEqual([time, 1]);
  expect(evaluated(machine, 'PUSH_I32 3\nRETURN')).toBe(3);
});

test('an expression that fails, waits or does not end says so', () => {
  const { machine } = stopped(`${array}\n${store(0)}`);
  expect(() => evaluated(machine, 'PUSH_I32 1\nPUSH_I32 0\nDIV\nRETURN')).toThrow('Division by zero.');
  expect(() => evaluated(machine, `CALL ${endless} 0\nRETURN`)).toThrow('takes too long');
  expect(() => evaluated(machine, 'NATIVE_CALL "readLine" 0\nRETURN', true)).toThrow('waits for input');
  expect(go(machine, true).kind).toBe('exited');
});
