// The HSX debugger specification, sections 2 to 7: one test for each field of its messages.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { built, DirectClient } from './bench-executive.js';
import type { Wire } from './wire-fields.js';

const source = `struct pair { int left; unsigned char right; };
struct pair couple = {1, 2};
unsigned counter = 5;
unsigned *pointer = &counter;
int twice(int n) {
  volatile int r = n + n;
  return r;
}
int main(void) {
  for (int i = 0; i < 5; i++) {
    counter++;
    couple.left = twice(i);
  }
  return (int)counter;
}
`;

const folder = mkdtempSync(join(tmpdir(), 'hsx-exec-'));
let executive: Executive;
let client: DirectClient;
const answers = new Map<string, Wire>();
/** What the answers are compared with. */
let facts = { twice: 0, inTwice: 0, line: 0 };

function answer(name: string): Wire {
  const found = answers.get(name);
  if (found === undefined) throw new Error(`${name} was not asked`);
  return found;
}

const events: Wire[] = [];

/** One program for all: what is asked of it comes first, what comes back is looked at below. */
beforeAll(async () => {
  executive = new Executive();
  client = new DirectClient(executive);
  const path = await built('spec.c', source, { folder });
  const opened = await client.ok('session.open', {
    capabilities: {
      features: ['events', 'stack', 'watch', 'trace'],
      trace_buffer_size: 1000,
      trace_mode: 'full',
    },
  });
  answers.set('session', opened);
  const session = opened.session.id;
  await client.ok('load', { path, session, paused: true, lock: true });
  const stream = new DirectClient(executive);
  await stream.subscribe(session);
  const ask = async (name: string, cmd: string, fields: object = {}): Promise<Wire> => {
    const found = await client.ok(cmd, { session, pid: 1, ...fields });
    answers.set(name, found);
    return found;
  };
  const twice = (await ask('named', 'sym', { op: 'name', name: 'twice' })).symbol;
  const line = (text: string): number => source.split('\n').findIndex(each => each.includes(text)) + 1;
  const { debug } = executive.task(1).symbols!.sym;
  const inTwice = debug!.lines.find(each => each.line === line('return r') && each.statement)!.pc;
  facts = { twice: twice.address, inTwice, line: line('return r') };
  await ask('condition', 'bp.set', { addr: inTwice, condition: 'counter > 7' });
  await ask('resume', 'resume');
  await ask('run', 'step', { steps: 100_000 });
  await ask('around', 'disasm.read', { count: 20, mode: 'around_pc' });
  await ask('from', 'disasm.read', { addr: twice.address, count: 3, mode: 'from_addr' });
  for (const type of ['function', 'variable', 'all']) await ask(type, 'symbols.list', { type });
  await ask('regions', 'memory.regions');
  await ask('stack', 'stack.info', { max_frames: 32 });
  await ask('one frame', 'stack.info', { max_frames: 1 });
  for (const expr of ['counter', '0x4000', 'couple.left', 'couple.right', '*pointer', 'r'])
    await ask(`watch ${expr}`, 'watch.add', { expr });
  await ask('trace', 'trace', { mode: 'on' });
  await ask('traced', 'debug.step', { steps: 5 });
  await ask('trace off', 'trace', { mode: 'off' });
  await ask('on', 'resume');
  await ask('to the end', 'step', { steps: 100_000 });
  events.push(...stream.events);
});

afterAll(() => {
  executive.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Throws when there was none. */
function eventOf(type: string, pick: (data: Wire) => boolean = () => true): Wire {
  const found = events.find(each => each.type === type && pick(each.data));
  if (found === undefined) throw new Error(`there was no ${type}`);
  return found;
}

const named = (value: unknown): readonly string[] => (value as readonly Wire[]).map(({ name }) => name);

const isAddress = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

/** Each row: the field, and what it has to be. */
function fields(
  title: string,
  of: () => Wire | undefined,
  rows: Readonly<Record<string, (value: unknown) => void>>,
): void {
  describe(title, () => {
    for (const [field, check] of Object.entries(rows))
      test(field, () => {
        const found = of();
        expect(found).toHaveProperty(field);
        check((found as unknown as Record<string, unknown>)[field]);
      });
  });
}

const is = (wanted: () => unknown) => (value: unknown) => expect(value).toEqual(wanted());
const address = (value: unknown) => expect(isAddress(value)).toBe(true);
const text = (value: unknown) => expect(value).toMatch(/\S/);

describe('2.1 disasm.read', () => {
  fields('response', () => answer('around'), {
    status: is(() => 'ok'),
    has_symbols: is(() => true),
    instructions: value => expect(value).toHaveLength(20),
  });
  fields('instruction', () => answer('around').instructions[10], {
    pc: is(() => facts.inTwice),
    word: address,
    mnemonic: text,
    operands: text,
    symbol: is(() => 'twice'),
    file: text,
    line: is(() => facts.line),
  });
  test('around_pc gives count/2 before the pc', () => {
    const { instructions } = answer('around');
    expect(instructions.findIndex(each => each.pc === facts.inTwice)).toBe(10);
  });
  test('from_addr begins at addr', () => {
    const { instructions } = answer('from');
    expect(instructions[0]!.pc).toBe(facts.twice);
    expect(instructions).toHaveLength(3);
  });
  test('without symbols there are instructions and has_symbols is false', async () => {
    const other = new Executive();
    const plain = new DirectClient(other);
    const path = await built('bare.mvasm', '.text\n.entry main\nmain:\nLDI R1, 5\nRET\n', { symbols: false });
    await plain.ok('load', { path });
    const answer = await plain.ok('disasm.read', { pid: 1, mode: 'around_pc', count: 4 });
    expect(answer.has_symbols).toBe(false);
    expect(answer.instructions).toMatchObject([
      { pc: 0, mnemonic: 'LDI', operands: 'R1, 5', symbol: null, file: null, line: null },
      { pc: 4, mnemonic: 'RET', symbol: null },
    ]);
    other.dispose();
  });
});

describe('2.2 symbols.list', () => {
  fields('response', () => answer('function'), {
    status: is(() => 'ok'),
    symbols: value => expect(named(value)).toContain('twice'),
  });
  fields('symbol', () => answer('function').symbols.find(each => each.name === 'twice'), {
    name: is(() => 'twice'),
    address: is(() => facts.twice),
    size: value => expect(value).toBeGreaterThan(4),
    type: is(() => 'function'),
  });
  test('type function, variable and all', () => {
    const types = (name: string): string[] => [...new Set(answer(name).symbols.map(({ type }) => type))];
    expect(types('function')).toEqual(['function']);
    expect(types('variable')).toEqual(['variable']);
    expect(types('all')).toEqual(['function', 'variable']);
    expect(answer('variable').symbols).toContainEqual(
      expect.objectContaining({ name: 'counter', size: 4, value_type: 'unsigned int' }),
    );
  });
});

describe('2.3 memory.regions', () => {
  fields('response', () => answer('regions'), {
    status: is(() => 'ok'),
    regions: value => expect(named(value)).toEqual(['code', 'rodata', 'stack']),
  });
  fields('region', () => answer('regions').regions.at(-1), {
    name: is(() => 'stack'),
    start: is(() => 0xeffc),
    end: is(() => 0xfffb),
    type: is(() => 'stack'),
    permissions: is(() => 'rw-'),
  });
  test('code is text that cannot be written', () =>
    expect(answer('regions').regions[0]).toMatchObject({ start: 0, type: 'text', permissions: 'r-x' }));
});

describe('3.2 stack.info', () => {
  fields('response', () => answer('stack'), {
    status: is(() => 'ok'),
    frames: value =>
      expect((value as Wire[]).map(({ symbol }) => symbol).slice(0, 2)).toEqual(['twice', 'main']),
  });
  fields('frame', () => answer('stack').frames[0], {
    depth: is(() => 0),
    pc: is(() => facts.inTwice),
    sp: address,
    fp: address,
    symbol: is(() => 'twice'),
    file: text,
    line: is(() => facts.line),
  });
  test('max_frames', () => expect(answer('one frame').frames).toHaveLength(1));
});

describe('4.1 watch.add', () => {
  fields('response', () => answer('watch counter'), {
    status: is(() => 'ok'),
    watch_id: is(() => 1),
    expr: is(() => 'counter'),
    addr: address,
    size: is(() => 4),
    type: is(() => 'unsigned int'),
    value: is(() => 8),
  });
  test('an address', () =>
    expect(answer('watch 0x4000')).toMatchObject({ addr: 0x4000, size: 4, type: null }));
  test('a member', () => {
    expect(answer('watch couple.left')).toMatchObject({ size: 4, type: 'int', value: 2 });
    expect(answer('watch couple.right')).toMatchObject({ size: 1, type: 'unsigned char', value: 2 });
  });
  test('what a pointer leads to', () =>
    expect(answer('watch *pointer')).toMatchObject({
      addr: answer('watch counter').addr,
      type: 'unsigned int',
      value: 8,
    }));
  test('a local variable', () => expect(answer('watch r')).toMatchObject({ size: 4, value: 4 }));
  fields('event watch_update', () => eventOf('watch_update', data => data.expr === 'counter'), {
    seq: address,
    ts: value => expect(value).toBeGreaterThan(1e9),
    type: is(() => 'watch_update'),
    pid: is(() => 1),
  });
  fields('data', () => eventOf('watch_update', data => data.expr === 'counter').data, {
    watch_id: is(() => 1),
    expr: is(() => 'counter'),
    old_value: is(() => 8),
    new_value: is(() => 9),
    formatted: is(() => '9'),
  });
  test('the bytes, as upstream has them', () =>
    expect(eventOf('watch_update', data => data.expr === 'counter').data).toMatchObject({
      old: '08000000',
      new: '09000000',
    }));
  test('each watch of the same memory is told', () =>
    expect(eventOf('watch_update', data => data.expr === '*pointer').data.new_value).toBe(9));
});

describe('5.1 trace_step', () => {
  const step = (): Wire => eventOf('trace_step');
  fields('event', step, { seq: address, type: is(() => 'trace_step'), pid: is(() => 1) });
  fields('data', () => step().data, {
    pc: is(() => facts.inTwice),
    opcode: address,
    flags: address,
    changed_regs: value => expect(Array.isArray(value)).toBe(true),
  });
  test('changed_regs has what changed and nothing else', () => {
    const loads = events.filter(each => each.type === 'trace_step' && each.data.opcode >>> 24 === 2);
    expect(loads.length).toBeGreaterThan(0);
    for (const { data } of loads)
      expect([[], [`R${(data.opcode >>> 20) & 15}`]]).toContainEqual(data.changed_regs);
  });
});

describe('5.2 task_state', () => {
  const paused = (): Wire =>
    eventOf('task_state', data => data.new_state === 'paused' && data.reason === 'debug_break');
  fields('event', paused, { seq: address, type: is(() => 'task_state'), pid: is(() => 1) });
  fields('data', () => paused().data, {
    prev_state: is(() => 'running'),
    new_state: is(() => 'paused'),
    reason: is(() => 'debug_break'),
  });
});

describe('6.1 session.open', () => {
  fields('capabilities', () => answer('session').capabilities, {
    features: is(() => ['events', 'stack', 'watch', 'trace']),
    trace_buffer_size: is(() => 1000),
    trace_mode: is(() => 'full'),
    trace_variant: is(() => 'desktop_full'),
  });
});

describe('7.1 conditional breakpoints', () => {
  test('condition is kept with the breakpoint', () =>
    expect(answer('condition').details).toMatchObject([
      { addr: facts.inTwice, condition: 'counter > 7', hits: 0 },
    ]));
  test('it stops only where the condition holds', () =>
    expect(eventOf('debug_break').data).toMatchObject({
      pc: facts.inTwice,
      condition: 'counter > 7',
      hits: 1,
    }));
  test('one that makes no sense is refused with its reason', async () => {
    const session = answer('session').session.id;
    const refused = (condition: string): Promise<string> =>
      client.refused('bp.set', { session, pid: 1, addr: facts.inTwice, condition });
    expect(await refused('nosuch > 1')).toMatch(/^bad_condition:.*nosuch/);
    expect(await refused('counter >')).toMatch(/^bad_condition:/);
    expect(await refused('counter = 3')).toMatch(/^bad_condition:.*change/);
  });
});
