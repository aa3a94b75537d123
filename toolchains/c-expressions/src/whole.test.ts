// All of C but calls, on a 32-bit machine.

import { beforeEach, describe, expect, it } from 'vitest';
import type { SampleProgram } from './test/sample-program.js';
import { sample } from './test/sample-types.js';

let program: SampleProgram;
beforeEach(() => {
  program = sample();
});

/** A line for each case, its parts between arrows. */
const rows = (text: string): readonly (readonly [string, string, string])[] =>
  text
    .trim()
    .split('\n')
    .map(line => line.split(' => ').map(part => part.trim()) as [string, string, string]);

const shown = async (text: string): Promise<string> => {
  const value = await program.value(text);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
};

describe('expressions of C on a 32-bit machine', () => {
  it.each(
    rows(`
    i + 1 => -6
    i / 2 => -3
    i % 4 => -3
    i >> 1 => -4
    u >> 28 => 15
    i > u => true
    i < 0 => true
    s + b => 198
    c => -128
    (unsigned char)c => 128
    wide * 2 => -10000000000
    (int)wide => -705032704
    -1 > 0u => true
    -1L > 0u => true
    -1LL > 0u => false
    0x80000000 => 2147483648
    2147483648 - 1 => 2147483647
    1 << 33 => 2
    'A' + 1 => 66
    state == BUSY => true
    BUSY | 4 => 7
    (enum state)0 => 0
    flags.low + flags.level => 3
    either.first => 120
    where.x + where.y => -1
    h * 2 => 3
    h + f => 1.75
    (_Float16)2049.0 => 2048
    (_Float16)2051.0 => 2052
    (_Float16)-0.0 => 0
    (_Float16)65520 => Infinity
    (_Float16)1.0e-7 => 1.1920928955078125e-7
    (bool)i => true
    true + true => 2
    i == -7 ? p[1] : 0 => 20`),
  )('%s is %s', async (text, expected) => {
    expect(await shown(text)).toBe(expected);
  });
});

describe('pointers', () => {
  it.each(
    rows(`
    &i => 16384
    &values[2] => 16424
    &where.y => 16468
    &head->at.y => 20484
    &none->tag => 12
    &((node_t *)0)->next => 8
    &*p => 16416
    p + 1 => 16420
    1 + p => 16420
    q - 1 => 16424
    q - p => 3
    p - q => -3
    p[3] => 40
    2[values] => 30
    *(p + 2) => 30
    *(values + 4) => 50
    *values => 10
    q[-1] => 30
    grid[1][2] => 6
    *(*(grid + 1) + 1) => 5
    &grid[1][1] => 16560
    p < q => true
    p == values => true
    p == &values[0] => true
    !none => true
    none == NULL => true
    head && head->next->at.x == 200 => true
    head->tag => 65
    (*head).at.x => 100
    (none ? none : head)->at.x => 100
    *(int *)0x4000 => -7
    *(short *)(R1 + 4) => 20
    ((struct point *)0x4050)->y => -4
    ((node_t *)0x5010)->at.x => 200
    *(uint8_t *)any => 10
    ((byte_t *)&i)[3] => 255
    (int)any + 4 => 16420
    (*(int (*)[5])any)[1] => 20
    any + 4 => 16420
    twice => 288
    &twice == twice => true
    *title => 104
    title[4] == 'o' => true
    strcmp(title, "hello") => 0
    strcmp(name, "help") < 0 => true
    strncmp(title, "help", 3) == 0 => true`),
  )('%s is %s', async (text, expected) => {
    expect(await shown(text)).toBe(expected);
  });

  it('have the types that C gives them', () => {
    expect(program.typeOf('&i')).toBe('int *');
    expect(program.typeOf('&p')).toBe('int **');
    expect(program.typeOf('&values')).toBe('int (*)[5]');
    expect(program.typeOf('values + 1')).toBe('int *');
    expect(program.typeOf('q - p')).toBe('int');
    expect(program.typeOf('(struct point *)any')).toBe('struct point *');
    expect(program.typeOf('&where')).toBe('struct point *');
    expect(program.typeOf('head->next')).toBe('struct node *');
    expect(program.typeOf('sizeof i')).toBe('unsigned int');
    expect(program.typeOf('(long)i')).toBe('long');
    expect(program.typeOf('1LL')).toBe('long long');
  });

  it('lead to rows of elements', async () => {
    expect(await shown('p,2')).toBe('0a00000014000000');
    expect(await shown('*p@2')).toBe('0a00000014000000');
    expect(await shown('values,2')).toBe('0a00000014000000');
    expect(program.typeOf('*head->next@3')).toBe('struct node[3]');
  });
});

describe('sizeof', () => {
  it.each(
    rows(`
    sizeof(int) => 4
    sizeof(long) => 4
    sizeof(long long) => 8
    sizeof(void *) => 4
    sizeof(struct point) => 8
    sizeof(node_t) => 16
    sizeof(int[3][2]) => 24
    sizeof(int (*)[5]) => 4
    sizeof values => 20
    sizeof(values) / sizeof(values[0]) => 5
    sizeof *head => 16
    sizeof s => 2
    sizeof(s + s) => 4
    sizeof 'a' => 4
    sizeof (i == 1) => 4
    sizeof "abc" => 4
    sizeof(none->at) => 8
    sizeof h => 2`),
  )('%s is %s', async (text, expected) => {
    expect(await shown(text)).toBe(expected);
  });
});

describe('registers', () => {
  it.each(['R1', 'r1', '$r1', '$R1'])('are read as %s', async text => {
    expect(await program.value(text)).toBe(0x4020n);
  });

  it('are addresses once they are cast', async () => {
    expect(await program.value('((int *)$r1)[1]')).toBe(20n);
    expect(await program.value('SP - 16')).toBe(0xffe0n);
  });

  it('are hidden by variables', async () => {
    program.variable('sp', program.compile('i').type, 0x4000);
    expect(await program.value('sp')).toBe(-7n);
  });
});

describe('assignments', () => {
  it.each(
    rows(`
    i = 5 => i => 5
    i = u => i => -16
    b = 300 => b => 44
    values[i += 8] += 2 => values[1] + i => 23
    *p++ = 77 => values[0] + *p => 97
    s += 3 => s => 1
    u <<= 4 => u => 4294967040
    i = s = 9 => i + s => 18
    i++ => i => -6
    --i => i => -8
    p++ => *p => 20
    p += 2 => *p => 30
    p = &values[4] => *p => 50
    *p = 11 => values[0] => 11
    values[1]-- => values[1] => 19
    head->next->at.y = 1.9 => head->next->at.y => 1
    head = head->next => head->at.x => 200
    where = head->at => where.x => 100
    state = IDLE => state => 0
    flags.low = 15 => flags.low => 7
    flags.level = 17 => flags.level => -15
    flags.low++ => flags.low => 6
    either.first = 0 => either.whole => 305419776
    h = 0.1 => h => 0.0999755859375
    f = 1 / 4.0 => f => 0.25
    none = 0 => none == 0 => true
    *(short *)0x6000 = -1 => *(unsigned short *)0x6000 => 65535
    c = 'x' => c => 120`),
  )('%s makes %s %s', async (effect, looked, expected) => {
    expect(program.compile(effect).pure).toBe(false);
    await program.value(effect);
    expect(await shown(looked)).toBe(expected);
  });

  it('have the value of the place, or behind it the one before', async () => {
    expect(await program.value('i = 5')).toBe(5n);
    expect(await program.value('i++')).toBe(5n);
    expect(await program.value('++i')).toBe(7n);
    expect(await program.value('p++')).toBe(0x4020n);
    expect(await program.value('b = 511')).toBe(255n);
  });
});

describe('setting a variable', () => {
  it.each([
    ['i', 'u + 1', 'i', '-15'],
    ['s', '2.9', 's', '2'],
    ['p', 'values + 2', '*p', '30'],
    ['p', '0x4000', '*p', '-7'],
    ['state', 'BUSY', 'state', '3'],
    ['h', '1.5', 'h', '1.5'],
    ['name', '"bye"', 'strcmp(name, "bye")', '0'],
    ['c', "'z'", 'c', '122'],
    ['where', 'head->at', 'where.x', '100'],
  ])('%s to %s', async (name, text, looked, expected) => {
    await program.set(name, text);
    expect(await shown(looked)).toBe(expected);
  });
});

describe('what is refused says why', () => {
  it.each([
    ['missing', 'the name missing at column 1 is not understood here.'],
    [
      'twice(3)',
      'twice cannot be called: expressions run no code of the program. Set a breakpoint in it instead.',
    ],
    [
      'title == "hello"',
      'a text in quotes lies nowhere in the program: compare it by strcmp(text, "…") == 0.',
    ],
    ['p * 2', '* cannot be applied to int *.'],
    ['p + q', '+ cannot be applied to int *.'],
    ['p + 1.5', 'pointers move by whole numbers only: convert the number first.'],
    ['p - head', 'pointers to elements of different sizes have no distance: cast one of them.'],
    ['&R1', 'R1 is kept in the register R1 and has no address.'],
    ['&flags.low', 'low is a bit field and has no address.'],
    ['&BUSY', 'BUSY is a constant and has no address.'],
    ['&(i + 1)', 'only a variable or a part of one has an address.'],
    ['*any', 'void * does not say what it points to: cast it, as in *(int *)….'],
    ['*i', 'int is no pointer: cast it, as in *(int *)….'],
    ['head.at', 'struct node * is a pointer: write ->at.'],
    ['where.z', 'struct point has no member z.'],
    ['where + 1', 'struct point is no number: name one of its members.'],
    ['(struct nobody *)p', 'the program has no type struct nobody.'],
    ['3 = i', 'only a variable or a part of one can be assigned to.'],
    ['values = p', 'an array cannot be assigned to: set its elements.'],
    ['where = i', 'int is no struct point.'],
    ['(int *)1.5', 'a floating point number is no address: convert it to an integer first.'],
    ['1.5 % 2', '% takes integers only: cast the operands.'],
    ['sizeof(void (*', 'the end at column 15 is not understood here.'],
    ['i +', 'the end at column 4 is not understood here.'],
  ])('%s', (text, message) => {
    expect(() => program.compile(text)).toThrow(message);
  });

  it('what is nested deeply is answered at once', () => {
    expect(() => program.compile(`${'0['.repeat(90)}values${']'.repeat(90)}`)).toThrow();
    expect(() => program.compile(`${'values['.repeat(40)}i${']+=1'.repeat(40)}`)).not.toThrow();
  });

  it('follows no pointer to nothing', async () => {
    await expect(program.value('none->tag')).rejects.toThrow('the pointer is null');
    await expect(program.value('values[5]')).rejects.toThrow('index 5 is outside of 5 elements');
    await expect(program.value('*(int *)0x20000')).rejects.toThrow('nothing is at 0x20000');
  });
});
