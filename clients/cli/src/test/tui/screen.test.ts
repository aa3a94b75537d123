// The screen on a small program: what each pane shows, and what keys, mouse and paste do.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransportSink } from '@sonde/dap';
import { patienceMs } from './headless-terminal.js';
import { launch, openScreen, ownAdapter, type ScreenSession } from './screen-session.js';

const program = `// A sum.
fn add(a, b) {
  let both = a + b;
  return both;
}

let total = 0;
let i = 1;
while i <= 3 {
  total = add(total, i);
  i = i + 1;
}
print "total " + total;
`;

const asks = `print "Name?";
let name = input();
print "Hello " + name;
`;

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-tui-'));
  path = join(folder, 'sum.mini');
  writeFileSync(path, program);
  writeFileSync(join(folder, 'asks.mini'), asks);
});

afterAll(() => rmSync(folder, { recursive: true }));

async function stopped(settings: Parameters<typeof openScreen>[0]): Promise<ScreenSession> {
  const session = openScreen(settings);
  await session.terminal.sees('Stopped at the entry');
  await session.terminal.sees(/\d▶ /);
  return session;
}

describe('the screen', () => {
  it('shows source, stack and variables of a stop, and changes with each step', async () => {
    const { terminal } = await stopped({ start: launch(path) });
    expect(terminal.lines[0]).toMatch(/1 Source sum\.mini/);
    expect(terminal.text).toMatch(/7▶ let total = 0;/);
    terminal.type('n');
    await terminal.sees(/8▶ let i = 1;/);
    terminal.type('nn');
    await terminal.sees(/10▶ {3}total = add/);
    terminal.type('s');
    await terminal.sees(/3▶ {3}let both/);
    expect(terminal.text).toMatch(/▶ add +sum\.mini:3/);
    expect(terminal.text).toMatch(/ a = 0 .*\n.* b = 1 /);
    terminal.type('f');
    await terminal.sees('add() = 1');
    terminal.type('n');
    await terminal.sees(/11▶ {3}i = i \+ 1/);
    await terminal.sees(/\* ?total = 1/);
    terminal.type('u');
    await terminal.sees('This is the outermost frame.');
  });

  it('says to who is too early that the program is still starting, until it stands', async () => {
    let connect!: () => void;
    const mayConnect = new Promise<void>(resolve => (connect = resolve));
    const { terminal } = openScreen({
      start: launch(path),
      connect: async () => {
        await mayConnect;
        return ownAdapter();
      },
    });
    await terminal.sees('Connecting');
    terminal.type('n');
    await terminal.sees('The program is still starting.');
    connect();
    await terminal.sees('Stopped at the entry');
  });

  it('joins its session again when the connection is lost, and goes on', async () => {
    const sinks: TransportSink[] = [];
    let answer!: () => void;
    const answers = new Promise<void>(resolve => (answer = resolve));
    const { terminal } = await stopped({
      start: launch(path),
      server: () => Promise.resolve('same'),
      connect: async () => {
        if (sinks.length > 0) await answers;
        const transport = await ownAdapter();
        const start = transport.start.bind(transport);
        transport.start = sink => {
          sinks.push(sink);
          start(sink);
        };
        return transport;
      },
    });
    terminal.type('n');
    await terminal.sees(/8▶ let i/);
    sinks[0]!.closed(new Error('cut'));
    await terminal.sees('Connection lost, trying again');
    answer();
    await terminal.sees(/8▶ let i[^]*▶ \(main\) +sum\.mini:8/);
    terminal.type('n');
    await terminal.sees(/9▶ while/);
    expect(sinks).toHaveLength(2);
  });

  it('scrolls wide letters sideways without losing or cutting one', async () => {
    const wide = join(folder, 'wide.mini');
    writeFileSync(wide, 'let zz = "x日本語日本語日本語日本語日本語"; print zz;\nlet b = 1;\n');
    const { terminal } = await stopped({ start: launch(wide), size: [120, 40] });
    const right = '\u001b[C';
    await terminal.sees('1▶ let zz = "x日本語日本語日本語日本語日本語"; print zz;');
    terminal.type(right);
    await terminal.sees('1▶  "x日本語日本語日本語日本語日本語"; print zz;');
    // Column 16 lies in the middle of a letter, and so does 24: half of one is a blank.
    terminal.type(right);
    await terminal.sees('1▶  日本語日本語日本語日本語"; print zz;');
    terminal.type(right);
    await terminal.sees('1▶  本語日本語日本語"; print zz;');
  });

  it('shows the terms of a breakpoint where they are changed, and loses none of them', async () => {
    const { terminal, screen } = await stopped({ start: launch(path), size: [120, 40] });
    const terms = (): unknown => screen.model.breakpoints.book.linesOf(path);
    terminal.type(':break 11\r');
    await terminal.sees(/●\s*11/);
    screen.panes.source.goToLine(11);
    terminal.type('Ci > 1; hits >= 2; log at {i}\r');
    const all = [{ line: 11, condition: 'i > 1', hitCondition: '>= 2', logMessage: 'at {i}' }];
    await expect.poll(terms, { timeout: patienceMs }).toEqual(all);
    for (const keys of ['C', '5C']) {
      terminal.type(keys);
      await terminal.sees(/log TEXT\): i > 1; hits >= 2; log at \{i\}/);
      terminal.type('\r');
      await terminal.sees(/^(?![^]*log TEXT)/);
      expect(terms()).toEqual(all);
    }
  });

  it('sets a breakpoint by key, by mouse and by name, and runs to it', async () => {
    const { terminal } = await stopped({ start: launch(path) });
    // The line of `i = i + 1`, four below.
    terminal.type('\u001b[B\u001b[B\u001b[B\u001b[B');
    terminal.type('\u001b[20~');
    await terminal.sees(/●\s*11\s+i = i/);
    terminal.type('\u001b[15~');
    await terminal.sees('Stopped at a breakpoint');
    expect(terminal.text).toMatch(/11▶ {3}i = i/);
    // A click on the dot takes it away, and one beside another line sets it.
    const row = terminal.lines.findIndex(line => line.includes('13  print'));
    terminal.type(`\u001b[<0;1;${row + 1}M\u001b[<0;1;${row + 1}m`);
    await terminal.sees(/●\s*13\s+print/);
    terminal.type(':break a');
    await terminal.sees(/^ break add/m);
    terminal.type('\t\r');
    await terminal.sees(/5 Break/);
    await terminal.sees(/● add function/);
    terminal.type('c');
    await terminal.sees(/3▶ {3}let both/);
  });

  it('shows what a command did until the next stop, and searches in values', async () => {
    const { terminal } = await stopped({ start: launch(path), size: [120, 40] });
    terminal.type(':break add\r');
    await terminal.sees(/● add function/);
    terminal.type('c');
    await terminal.sees(/3▶ {3}let both/);
    await terminal.sees(/▶ add +sum\.mini:3/);
    terminal.type('2/b\r=\u00159\r');
    await terminal.sees('b = 9');
    terminal.type('/nowhere\r');
    await terminal.sees('“nowhere” is not in what is open here.');
  });

  it('opens, sets and watches values', async () => {
    const { terminal } = await stopped({ start: launch(path) });
    terminal.type('nnn');
    await terminal.sees(/10▶/);
    terminal.type('2\u001b[B');
    terminal.type('=\u001540\r');
    await terminal.sees('total = 40');
    // Both at once: the step takes what was set with it.
    terminal.type('wn3');
    await terminal.sees(/11▶/);
    await terminal.sees(/3 Watch/);
    terminal.type('atotal + 2\r');
    await terminal.sees('total + 2 = 43');
  });

  it('copies what is chosen, the whole of it', async () => {
    const file = join(folder, 'long.mini');
    const text = 'äö '.repeat(40);
    writeFileSync(file, `let long = "${text}";\nprint long;\n`);
    const { terminal } = await stopped({ start: launch(file) });
    terminal.type('ny');
    await terminal.sees(/^ Copied: let long/m);
    expect(terminal.clipboard).toBe(`let long = "${text}";`);
    await terminal.sees(/\*long = "äö/);
    terminal.type('2\u001b[By');
    await terminal.sees(/^ Copied: "äö/m);
    expect(terminal.clipboard).toBe(`"${text}"`);
    terminal.type('4y');
    await terminal.sees('Copied: (main) long.mini:2');
    expect(terminal.clipboard).toBe('(main) long.mini:2');
  });

  it('evaluates in the console, completes names, and shows what the program prints', async () => {
    const { terminal } = await stopped({ start: launch(path) });
    terminal.type('e');
    terminal.type('tot\t');
    await terminal.sees('> total');
    terminal.type(' + 7\r');
    await terminal.sees(/^7/m);
    terminal.type('\u001b[15~');
    await terminal.sees('total 6');
    await terminal.sees('Ended with exit code 0');
  });

  it('stays at the output that somebody reads, and shows the end of a line that has none', async () => {
    const file = join(folder, 'prints.mini');
    const prints = Array.from({ length: 12 }, (_, nth) => `print "row ${nth}";`);
    writeFileSync(file, `${prints.join('\n')}\nprint repeat("ab", 50000) + "end";\n`);
    const { terminal } = await stopped({ start: launch(file) });
    const [next, pageUp, pageDown] = ['\u001b[21~', '\u001b[5~', '\u001b[6~'];
    terminal.type(':break 11\r\u001b[15~');
    await terminal.sees(/^row 9/m);
    terminal.type(`6${pageUp}`);
    await terminal.sees('6 Console 4 lines below');
    await terminal.sees(/^row 5/m);
    terminal.type(next);
    await terminal.sees('6 Console 5 lines below');
    expect(terminal.text).toMatch(/^row 5/m);
    terminal.type(`${next}${next}${pageDown.repeat(4)}`);
    await terminal.sees(/^b?(ab)+a?\n(.*\n)*(ab)*end/m);
    expect(terminal.text).not.toContain('lines below');
  });

  it('gives keys to a program that waits for input, and pasted lines too', async () => {
    const { terminal } = await stopped({ start: launch(join(folder, 'asks.mini')) });
    terminal.type('c');
    await terminal.sees('The program waits for input');
    await terminal.sees(/^input>/m);
    terminal.type('\u001b[200~Ada\nLove\u001b[201~');
    await terminal.sees('Hello Ada');
    await terminal.sees('Ended with exit code 0');
  });

  it('gives a program that waits no line that was meant for the debugger, and the keys back when it has ended', async () => {
    const { terminal, screen } = await stopped({ start: launch(join(folder, 'asks.mini')) });
    terminal.type('c');
    await terminal.sees('The program waits for input');
    await terminal.sees('F6 pause  Esc leaves the line');
    terminal.type('A');
    terminal.type('\u001b[27u:print 40 + 2\r');
    await terminal.sees('Pause it (F6) to evaluate.');
    await terminal.sees(/^input> A/m);
    terminal.type('da\r');
    await terminal.sees('Hello Ada');
    await terminal.sees('Ended with exit code 0');
    await terminal.sees('r again  q leave');
    expect(screen.focus).toBe('source');
  });

  it('takes a key with an operand for the command that has one, and says why a breakpoint waits', async () => {
    const { terminal, screen } = await stopped({ start: launch(path) });
    terminal.type(':b add\r');
    await terminal.sees(/● add function/);
    terminal.type(':print 40 + 2\r');
    await terminal.sees(/^42$/m);
    terminal.type('\u001b[27u:break 99\r');
    await terminal.sees(/^ .*99.*code/m);
    screen.panes.source.goToLine(11);
    terminal.type('1Ci >\r');
    await terminal.sees(/^ .*i >.*expected/m);
  });

  it('pasted text is never a row of commands', async () => {
    const { terminal, screen } = await stopped({ start: launch(path) });
    terminal.type('\u001b[200~nnnq\nq\u001b[201~');
    await terminal.sees('> nnnq q');
    expect(screen.focus).toBe('console');
    expect(terminal.text).toMatch(/7▶ let total/);
  });

  it('searches, shows help, zooms and goes to lines', async () => {
    const { terminal } = await stopped({ start: launch(path) });
    terminal.type('/both\r');
    terminal.type('b');
    await terminal.sees(/●\s*3\s+let both/);
    terminal.type('?');
    await terminal.sees('run to the line');
    terminal.type(' ');
    terminal.type('\u001b[B');
    terminal.type('x');
    await terminal.sees('6 Console');
    terminal.type('z');
    await terminal.sees(/^(?![^]*6 Console)[^]*1 Source/);
    terminal.type('z:13\r');
    await terminal.sees('6 Console');
    terminal.type('b');
    await terminal.sees(/●\s*13/);
    terminal.type(':nonsense\r');
    await terminal.sees('There is no command “nonsense”');
  });

  it('shows instructions, registers and memory', async () => {
    const { terminal } = await stopped({ start: launch(path), size: [200, 52] });
    await terminal.sees(/7 Disassembly/);
    await terminal.sees(/▶ 0x[\da-f]+ /);
    // A place in the code has the name of its function, which is no value in this language.
    terminal.type(':disassemble add\r');
    await terminal.sees(/│ add:\s*$/m);
    await terminal.sees(/│ {2}sum\.mini:3 let both = a \+ b;/);
    terminal.type(':disassemble 0x100000\r');
    await terminal.sees('There are no instructions at 0x100000.');
    terminal.type('.');
    await terminal.sees(/▶ 0x[\da-f]+ /);
    // The machine of this program has no registers; its memory has the place.
    terminal.type('i');
    await terminal.sees(/▶ 0x1 /);
    terminal.type(':memory 0\r');
    await terminal.sees(/[\da-f]{4,} (([\da-f]{2}|\?\?) ){8}/);
  });

  it('goes about in memory from a place that was not drawn yet, however far it is', async () => {
    const { terminal } = await stopped({ start: launch(path), size: [200, 52] });
    const [down, up] = ['\u001b[B', '\u001b[A'];
    // All of it before the next frame.
    terminal.type(`:memory 0xfffffffffffff000\r${down}${up}${up}`);
    await terminal.sees(/│f{13}[\da-f]{3} /);
    terminal.type(`:memory 0x10\r${down}:memory 0xfffffffffffffff8\r${up}`);
    await terminal.sees(/│f{15}0 .*\n.*│f{15}8 /);
    terminal.type(`:memory 0x40\r${up}${up}${up}`);
    await terminal.sees(/│0*28 .*\n.*│0*30 /);
  });

  it('steps with the memory in front, where the source would hide it', async () => {
    const { terminal, screen } = await stopped({ start: launch(path) });
    terminal.type(':memory 0x40\r');
    await terminal.sees(/^0*40 /m);
    terminal.type('n');
    await terminal.sees('Stepped');
    await screen.frames.settled();
    expect(terminal.text).toMatch(/^0*40 /m);
    terminal.type('1');
    await terminal.sees(/8▶ let i/);
  });

  it('draws itself anew for another size, also while a step is under way', async () => {
    const { terminal } = await stopped({ start: launch(path) });
    terminal.type('n');
    terminal.resize(200, 52);
    await terminal.sees(/8▶ let i/);
    await terminal.sees('7 Disassembly  - Trace ──');
    terminal.resize(40, 10);
    await terminal.sees(/8▶ let i/);
    expect(terminal.lines).toHaveLength(10);
    terminal.resize(10, 3);
    await terminal.sees('Too small');
    terminal.resize(80, 24);
    await terminal.sees(/8▶ let i/);
  });

  it('a terminal that takes nothing holds up no session, and shows the newest when it does', async () => {
    const { terminal, screen } = await stopped({ start: launch(path) });
    await screen.frames.settled();
    terminal.hold();
    const { frames } = screen.frames.count;
    for (let step = 0; step < 3; step++) {
      const before = screen.model.phase.get();
      terminal.type('n');
      await new Promise<void>(resolve => {
        const stop = screen.model.phase.subscribe(() => {
          const now = screen.model.phase.get();
          if (now === before || now.kind !== 'stopped') return;
          stop();
          resolve();
        });
      });
    }
    // One frame waits at most; the others were never made.
    expect(screen.frames.count.frames - frames).toBeLessThanOrEqual(1);
    terminal.release();
    await terminal.sees(/10▶/);
  });

  it('Ctrl+C pauses, Ctrl+Z gives the terminal back and fg takes it again', async () => {
    const endless = join(folder, 'endless.mini');
    writeFileSync(endless, 'let i = 0;\nwhile 1 > 0 {\n  i = i + 1;\n}\n');
    const { terminal } = await stopped({ start: launch(endless) });
    terminal.type('c');
    await terminal.sees('Running');
    terminal.type('\u0003');
    await terminal.sees('Paused');
    terminal.type('\u0003');
    await terminal.sees('To leave the debugger: q.');
    // Also with a line to type in.
    terminal.type('\u001b[I:he\u001a');
    expect([terminal.isOpen, terminal.suspensions]).toEqual([false, 1]);
    terminal.resume();
    expect(terminal.isOpen).toBe(true);
    await terminal.sees(/^:he$/m);
    terminal.type('\u0003');
    await terminal.sees('Paused');
  });

  it('shows wide letters, marks and controls in their cells', async () => {
    const file = join(folder, 'wide.mini');
    writeFileSync(
      file,
      'let a = "漢字 e\u0301 n\u0303\u0323 👩‍👩‍👧 \u001b[31m \u202e";\nprint a;\nprint "ends";\n',
    );
    const { terminal } = await stopped({ start: launch(file) });
    expect(terminal.text).toContain('let a = "漢字 e\u0301 n\u0303\u0323 ');
    expect(terminal.text).toContain('␛[31m ·"');
    // A mark has no cell of its own, and what stands right of it all is where it is without it.
    const [letter] = terminal.columnsOf('e\u0301', 1);
    expect(terminal.columnsOf('n\u0303\u0323', 1)).toEqual([letter! + 2]);
    expect(terminal.columnsOf('│', 1)).toHaveLength(1);
    expect(terminal.columnsOf('│', 1)).toEqual(terminal.columnsOf('│', 2));
    terminal.type('nn');
    await terminal.sees(/^漢字/m);
  });

  it('says why a program cannot be started, and leaves with code 1', async () => {
    const file = join(folder, 'wrong.mini');
    writeFileSync(file, 'let = 3;\n');
    const { terminal, ended } = openScreen({ start: launch(file) });
    await terminal.sees('Could not start');
    await terminal.sees(/wrong\.mini/);
    terminal.type('q');
    expect(await ended).toBe(1);
  });

  it('of a program that nothing has stopped says how to come to its source, and stops there the next time', async () => {
    const { terminal } = openScreen({ start: launch(path, { stopOnEntry: false }) });
    await terminal.sees('Ended with exit code 0');
    await terminal.sees(':open FILE shows a source');
    terminal.type(`:open ${path}\r`);
    await terminal.sees(/11 {4}i = i \+ 1/);
    terminal.type(':break 11\rr');
    await terminal.sees(/11▶/);
  });

  it('keeps breakpoints and watches for the next time, and asks before the program ends with it', async () => {
    const shelves = new Map<string, string>();
    const first = await stopped({ start: launch(path), shelves });
    first.terminal.type('b');
    await first.terminal.sees(/●\s*7/);
    first.terminal.type('q');
    await first.terminal.sees('Press q again');
    first.terminal.type('q');
    expect(await first.ended).toBe(0);
    expect(first.terminal.isOpen).toBe(false);
    const again = await stopped({ start: launch(path), shelves });
    await again.terminal.sees(/[●○]\s*7/);
  });
});
