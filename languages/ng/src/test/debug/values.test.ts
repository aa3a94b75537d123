import { describe, expect, it } from 'vitest';
import { DebugCommand } from '../../runtime/debug/debug-interface.js';
import { DebuggedProgram } from './debugged-program.js';

const program = `
type Point { x: i32; y: i32; }
type Event = Deposit(amount: i32, note: string) | Close;
type Meters wraps f64;

fun look(point: ref<Point>, values: [i32], words: (i32, string)) -> i32 {
  val copied = *point;
  val text = "a \\"quoted\\"\\ttext\\n";
  val event = Deposit(5, "rent");
  val numbers = 0..3;
  val part = values[1..3];
  val fraction = 0.5;
  val big = 9000000000i64;
  val truth = 3 > 2;
  val nothing = unit;
  val reference = ref copied.x;
  return copied.x; // #look
}

val total = 40;
print(look(new Point { x: 1, y: 2 }, [10, 20, 30, 40], (7, "seven"))); // #call
`;

const stopped = async (): Promise<DebuggedProgram> => {
  const debugged = new DebuggedProgram(program);
  debugged.breakAt('look');
  await debugged.begin();
  return debugged;
};

describe('variables', () => {
  it('are shown as the language prints them, with texts in quotes and references followed', async () => {
    const debugged = await stopped();
    const values = debugged.debug
      .getVariables(debugged.top.frameId)
      .map(({ name, value }) => `${name} = ${value}`);
    expect(values).toEqual([
      'point = ref({ x: 1, y: 2 })',
      'values = [10, 20, 30, 40]',
      'words = (7, "seven")',
      'copied = { x: 1, y: 2 }',
      'text = "a \\"quoted\\"\\ttext\\n"',
      'event = Deposit(5, "rent")',
      'numbers = Range(0, 1, 2)',
      'part = span[20, 30]',
      'fraction = 0.500000',
      'big = 9000000000',
      'truth = true',
      'nothing = unit',
      'reference = ref(1)',
      'total = 40',
    ]);
  });

  it('have the declared type where it fits', async () => {
    const debugged = await stopped();
    const types = debugged.debug
      .getVariables(debugged.top.frameId)
      .map(({ name, type }) => `${name}: ${type}`);
    expect(types).toEqual(
      expect.arrayContaining(['point: ref<Point>', 'big: i64', 'truth: bool', 'fraction: f32']),
    );
  });

  it('have members, listed when asked for', async () => {
    const debugged = await stopped();
    expect(debugged.members(debugged.variable('copied'))).toEqual(['x: i32 = 1', 'y: i32 = 2']);
    expect(debugged.members(debugged.variable('values'))).toHaveLength(4);
    expect(debugged.members(debugged.variable('event')).map(text => text.replace(/:.*=/, ' ='))).toEqual([
      'tag = "Deposit"',
      'amount = 5',
      'note = "rent"',
    ]);
    const point = debugged.variable('point');
    const [target] = debugged.debug.getVariables(point.variablesReference!);
    expect(target).toMatchObject({ name: '*', value: '{ x: 1, y: 2 }' });
    expect(debugged.members(target!)).toEqual(['x: i32 = 1', 'y: i32 = 2']);
    expect(debugged.variable('big').variablesReference).toBeUndefined();
  });

  it('page through the members of something large', async () => {
    const debugged = await stopped();
    const { variablesReference } = debugged.variable('values');
    const page = debugged.debug.getVariables(variablesReference!, 1, 2);
    expect(page.map(({ value }) => value)).toEqual(['20', '30']);
  });

  it('keep their numbers during a stop', async () => {
    const debugged = await stopped();
    expect(debugged.variable('values').variablesReference).toBe(
      debugged.variable('values').variablesReference,
    );
    expect(debugged.top.frameId).toBe(debugged.top.frameId);
  });

  it('are cut when they are long', async () => {
    const debugged = new DebuggedProgram(`
fun f(xs: [i32]) -> i32 {
  return 0; // #here
}
val r = 0..100000;
print(f([...r]));
`);
    debugged.breakAt('here');
    await debugged.begin();
    expect(debugged.variable('xs').value).toMatch(/^\[0, 1, 2, .*…$/);
    expect(debugged.variable('xs').value.length).toBeLessThan(250);
    expect(debugged.variable('r').value).toMatch(/^Range\(0, 1, .*…$/);
  });

  it('of a caller are those at its call', async () => {
    const debugged = await stopped();
    const caller = debugged.debug.getStackTrace()[1]!;
    expect(caller).toMatchObject({ functionName: '__start__', line: debugged.line('call') });
    expect(debugged.debug.evaluate('total + 2', caller.frameId)).toBe('42');
    expect(debugged.debug.getVariables(caller.frameId).map(({ name }) => name)).toEqual(['total']);
  });
});

describe('evaluate', () => {
  it('uses the language and its rules', async () => {
    const debugged = await stopped();
    expect(debugged.value('values[0] + values[^1]')).toBe('50');
    // Operators have no precedence.
    expect(debugged.value('2 * 3 + 4')).toBe('14');
    expect(debugged.value('copied')).toBe('{ x: 1, y: 2 }');
    expect(debugged.value('event.note + "!"')).toBe('"rent!"');
    expect(debugged.value('len(values)')).toBe('4');
    expect(debugged.value('look(point, values, words)')).toBe('1');
  });

  it('answers nothing for what makes no sense, and says why when asked', async () => {
    const debugged = await stopped();
    expect(debugged.value('nowhere')).toBeUndefined();
    expect(debugged.value('1 +')).toBeUndefined();
    expect(debugged.value('values[99]')).toBeUndefined();
    expect(debugged.problem('nowhere')).toMatch(/nowhere.*\(column 1\)/);
    expect(debugged.problem('values[99]')).toContain('out of bounds');
  });

  it('changes what the expression says, and nothing when it is only looked at', async () => {
    const debugged = await stopped();
    expect(debugged.problem('copied.x := 77')).toContain('would change the program');
    expect(debugged.variable('copied').value).toBe('{ x: 1, y: 2 }');
    expect(debugged.value('copied.x := 77')).toBe('77');
    expect(debugged.variable('copied').value).toBe('{ x: 77, y: 2 }');
    await debugged.after(DebugCommand.CONTINUE);
    expect(debugged.host.stdout).toBe('77\n');
  });

  it('shows the members of a result that the program does not hold', async () => {
    const debugged = await stopped();
    const result = debugged.debug.evaluation('[values[0], 5]', debugged.top.frameId);
    if (result.kind !== 'value') throw new Error(result.problem);
    expect(debugged.members(result.value).map(text => text.replace(/.*= /, ''))).toEqual(['10', '5']);
  });
});
