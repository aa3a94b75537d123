import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from './debugged-program.js';
import { trace } from '../../pack/trace/trace.js';
import { build } from '../../pack/build.js';

const bank = `
type Account { owner: string; balance: i32; }

fun deposit(account: ref<Account>, amount: i32) -> i32 {
  val old = account.balance;
  account.balance := old + amount; // line 6
  return account.balance;
}

val account = new Account { owner: "Ann", balance: 10 };
loop i = 1 {
  if (i < 4) {
    print(deposit(account, i * 100));
    next i + 1;
  }
}
print("done"); // line 17
`;

interface Traced {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Collected extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    // Slower than the writer, so that back-pressure is part of every test.
    setImmediate(done);
  }
}

async function traced(
  files: string | Readonly<Record<string, string>>,
  args: readonly string[],
  more: { readonly input?: string; readonly interruptAfter?: string } = {},
): Promise<Traced & { readonly folder: string }> {
  const folder = writtenFolder(typeof files === 'string' ? { 'program.ng': files } : files);
  const output = new Collected();
  const errors = new Collected({ highWaterMark: 64 });
  const code = await trace(
    args.map(arg => (arg.endsWith('.ng') || arg.endsWith('.ngo') ? join(folder, arg) : arg)),
    {
      build,
      input: Readable.from(more.input === undefined ? [] : [more.input]),
      output,
      errors,
      onInterrupt(handler) {
        if (more.interruptAfter !== undefined) setImmediate(handler);
        return () => undefined;
      },
    },
  );
  await Promise.all([output, errors].map(stream => new Promise<void>(resolve => stream.end(resolve))));
  const stderr = errors.text.replaceAll(`${folder}/`, '').replace(/(?:\.\.\/)+[^\s"]*\/(?=[\w-]+\.ng)/g, '');
  return { code, stdout: output.text, stderr, folder };
}

describe('ng-trace', () => {
  it('logs arguments, locals and watches at each breakpoint and leaves the output alone', async () => {
    const { code, stdout, stderr } = await traced(bank, [
      '--break',
      '6',
      '--watch',
      'account.owner',
      '--watch',
      'old + amount',
      'program.ng',
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe('110\n310\n610\ndone\n');
    expect(stderr.split('program.ng:6 ')).toHaveLength(4);
    expect(stderr.slice(0, stderr.indexOf('program.ng:6', 5))).toBe(
      [
        'program.ng:6 deposit',
        '  arguments  account: ref<Account> = ref({ owner: "Ann", balance: 10 })',
        '             amount: i32 = 100',
        '  locals     old: i32 = 10',
        '  watches    account.owner = "Ann"',
        '             old + amount = 110',
        '',
      ].join('\n'),
    );
  });

  it('logs only where the condition is true', async () => {
    const { stderr } = await traced(bank, ['--break', '6 if amount == 200', 'program.ng']);
    expect(stderr.match(/amount: i32 = \d+/g)).toEqual(['amount: i32 = 200']);
  });

  it('logs the globals at the top level', async () => {
    const { stderr } = await traced(bank, ['--break', '17', 'program.ng']);
    expect(stderr).toContain('program.ng:17 __start__\n  globals    account: ');
  });

  it('writes one JSON object a line, the program’s own errors too', async () => {
    const { code, stdout, stderr } = await traced(
      'fun d(a: i32) -> i32 {\n  return 1 / a;\n}\nprint(d(1));\nassert(d(0) == 1);\n',
      ['--json', '--break=2', '--watch=a + 1', '--watch=b', 'program.ng'],
    );
    const events = stderr
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { readonly event: string });
    expect(code).toBe(255);
    expect(stdout).toBe('1\nRuntime error: Division by zero at 0:0\n');
    expect(events[0]).toEqual({
      event: 'breakpoint',
      file: 'program.ng',
      line: 2,
      column: 3,
      function: 'd',
      arguments: [{ name: 'a', type: 'i32', value: '1' }],
      locals: [],
      watches: [
        { expression: 'a + 1', type: 'i32', value: '2' },
        { expression: 'b', problem: expect.stringContaining('b') as string },
      ],
    });
    expect(events[2]).toMatchObject({
      event: 'error',
      message: 'Division by zero',
      line: 2,
      stack: [
        { function: 'd', line: 2 },
        { function: '__start__', line: 5 },
      ],
    });
    expect(events.slice(3).every(({ event }) => event === 'stderr')).toBe(true);
  });

  it('shows what surrounds a runtime error, and its stack once', async () => {
    const { code, stderr } = await traced('fun d(a: i32) -> i32 {\n  return 1 / a;\n}\nprint(d(0));\n', [
      'program.ng',
    ]);
    expect(code).toBe(255);
    expect(stderr).toContain('program.ng:2 error in d: Division by zero\n  arguments  a: i32 = 0\n');
    expect(stderr.match(/at d \(/g)).toHaveLength(1);
  });

  it('ends at Ctrl+C with 130 and says where the program is', async () => {
    const { code, stderr } = await traced(
      'fun spin(n: i32) -> i32 {\n  loop i = n {\n    next i;\n  }\n  return 0;\n}\nspin(1);\n',
      ['program.ng'],
      { interruptAfter: 'a turn' },
    );
    expect(code).toBe(130);
    expect(stderr).toMatch(/^program\.ng:\d+ interrupted in spin\n/);
    expect(stderr).toMatch(
      / {2}stack {6}spin \(program\.ng:\d+:\d+\)\n {13}__start__ \(program\.ng:7:\d+\)\n$/,
    );
  });

  it('says which breakpoints are not where they were wanted', async () => {
    const { code, stderr } = await traced(bank, ['-b', '99', '-b', 'other.ngx:1', '-b', '3', 'program.ng']);
    expect(code).toBe(0);
    expect(stderr).toContain('breakpoint 99: not set, no code at line 99 of program.ng or behind it.\n');
    expect(stderr).toContain('breakpoint other.ngx:1: not set, the program has no code from other.ngx.\n');
    expect(stderr).toContain('breakpoint 3: no code there, moved to line 5.\n');
  });

  it('refuses a condition that makes no sense before the program runs', async () => {
    const { code, stdout, stderr } = await traced(bank, ['--break', '6 if nowhere > 1', 'program.ng']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('nowhere');
  });

  it('gives the program its input, its arguments and its exit code', async () => {
    const { code, stdout } = await traced(
      'val a = readLine();\nval b = readLine();\nprint(b + a);\n',
      ['program.ng'],
      {
        input: 'one\r\ntwo',
      },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'twoone\n' });
  });

  it('shows the compiler’s verdict on a program that does not compile', async () => {
    const { code, stdout, stderr } = await traced('val x = ;\n', ['program.ng']);
    expect(code).toBe(255);
    expect(stdout).toMatch(/^Parse error: .* at \d+:\d+\n$/);
    expect(stderr).toMatch(/^program\.ng:1:\d+: error: /);
  });

  it('explains itself', async () => {
    const help = await traced(bank, ['--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('sonde ng-trace [OPTIONS] PROGRAM');
    const wrong = await traced(bank, ['--brake']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('Did you mean --break?');
    const none = await traced(bank, ['nothing-here.ng']);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('there is no file');
  });

  it('ends quietly when nobody reads its output any more', async () => {
    const folder = writtenFolder({ 'program.ng': 'loop i = 0 {\n  print(i);\n  next i;\n}\n' });
    const output = new PassThrough({ highWaterMark: 16 });
    const errors = new Collected();
    output.once('data', () => output.destroy());
    const code = await trace([join(folder, 'program.ng')], {
      build,
      input: Readable.from([]),
      output,
      errors,
      onInterrupt: () => () => undefined,
    });
    expect({ code, errors: errors.text }).toEqual({ code: 141, errors: '' });
  });
});
