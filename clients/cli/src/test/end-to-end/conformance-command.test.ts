import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mini } from '@sonde/language-mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workbench, type Finished } from '../sonde.js';
import { sondeScript } from './fixtures.js';

const limitMs = 240_000;
const profile = fileURLToPath(mini.conformance!);
/** A few quick checks of different kinds. */
const few = [
  '--only',
  'wire',
  '--only',
  'breakpoints/condition',
  '--only',
  'lifecycle/suspend-debuggee',
  '--timeout',
  '60',
];

describe('sonde conformance', { timeout: limitMs }, () => {
  let bench: Workbench;
  beforeAll(() => {
    bench = new Workbench();
  });
  afterAll(() => bench.close());

  const run = (...args: readonly string[]): Promise<Finished> => bench.run(['conformance', ...args]);
  /** An adapter written for one test, as a command. */
  const adapter = (name: string, script: string): readonly string[] => [
    process.execPath,
    bench.file(`${name}.mjs`, script),
  ];

  it('knows the profile of its own adapters, prints a table and ends with 0', async () => {
    const { code, stdout } = await run(...few, '--', process.execPath, sondeScript, 'mini-dap');
    expect(stdout).toMatch(/^Sonde, Mini over stdio$/m);
    expect(stdout).toMatch(/^ {2}ok +wire\/schema/m);
    expect(stdout).toMatch(/^ {2}ok +breakpoints\/condition/m);
    expect(stdout).toContain('the adapter does not declare supportSuspendDebuggee');
    expect(stdout).toMatch(/\n8 passed, 0 failed, 1 skipped in /);
    expect(code).toBe(0);
  });

  it('takes the language by name, and Sonde itself as the adapter', async () => {
    const { code, stdout } = await run('--language', 'mini', '--only', 'wire/schema', '--timeout', '60');
    expect(stdout).toMatch(/^Sonde, Mini over stdio$/m);
    expect(code).toBe(0);
  });

  it('writes JSON and JUnit', async () => {
    const [json, junit] = [join(bench.folder, 'report.json'), join(bench.folder, 'report.xml')];
    await run(
      ...few,
      '--json',
      json,
      '--junit',
      junit,
      '--',
      process.execPath,
      sondeScript,
      'dap',
      '--language',
      'mini',
    );
    const report = JSON.parse(readFileSync(json, 'utf8')) as {
      readonly checks: readonly { readonly id: string }[];
    };
    expect(report).toMatchObject({
      format: 'dap-conformance-report',
      version: 2,
      passed: 8,
      failed: 0,
      skipped: 1,
    });
    expect(report.checks.map(({ id }) => id)).toContain('breakpoints/condition');
    expect(readFileSync(junit, 'utf8')).toMatch(
      /^<\?xml[\s\S]*tests="9" failures="0" skipped="1"[\s\S]*<\/testsuites>\n$/,
    );
  });

  it('keeps standard output for the machine that reads it', async () => {
    const { stdout, stderr } = await run(...few, '--json', '-', '--language=mini');
    expect(JSON.parse(stdout)).toMatchObject({ passed: 8 });
    expect(stderr).toMatch(/8 passed, 0 failed/);
  });

  it('does not pass a check of all messages when no other check had a session', async () => {
    const { code, stdout } = await run(
      ...['--only', 'wire/schema', '--fault', 'wire/schema'],
      ...['--language', 'mini', '--timeout', '60'],
    );
    expect(stdout).toContain('it judges the sessions of other checks, and none was chosen');
    expect(stdout).toMatch(/\n0 passed, 0 failed, 1 skipped in /);
    expect(code).toBe(0);
  });

  it('shows the conversation in which an expectation failed', async () => {
    const { stdout } = await run('--only', 'motion/next', '--fault', 'motion/next', '--language', 'mini');
    expect(stdout).toMatch(/→ request next/);
  });

  it('finds a fault that is seeded, says so in words and ends with 1', async () => {
    const { code, stdout } = await run(...few, '--fault', 'breakpoints/condition', '--language', 'mini');
    expect(stdout).toMatch(/^ {2}FAILED +breakpoints\/condition/m);
    expect(stdout).toMatch(/happened +\S/);
    expect(stdout).toMatch(/matters +\S/);
    expect(stdout).toContain('https://microsoft.github.io/debug-adapter-protocol/');
    expect(stdout).toMatch(/7 passed, 1 failed, 1 skipped/);
    expect(code).toBe(1);
  });

  it('tells apart what is broken and not demanded, and ends with 0', async () => {
    const rule = 'requests/error-message';
    const { code, stdout } = await run('--only', rule, '--fault', rule, '--language', 'mini');
    expect(stdout).toMatch(/^ {2}unmet +requests\/error-message/m);
    expect(stdout).toMatch(/level +should: the protocol does not demand it\n +happened +\S/);
    expect(stdout).toMatch(/0 passed, 0 failed, 1 unmet in/);
    expect(code).toBe(0);
  });

  it('reaches an adapter that listens: on a port, on a socket, on a WebSocket', async () => {
    const socket = join(bench.folder, 's');
    const servers = [
      [['dap', '--port', '0'], /connection:\/\/(\S+)/, 'tcp'],
      [['dap', '--socket', socket], /(unix-connect:\/\/\S+)/, 'unix'],
      [['serve', '--port', '0'], /(http:\/\/\S+)/, 'websocket'],
    ] as const;
    for (const [args, pattern, line] of servers) {
      const server = bench.start(args);
      await server.sees('\n');
      const address = pattern.exec(server.stdout)?.[1] ?? '';
      const { code, stdout, stderr } = await run('--connect', address, ...few, '--language', 'mini');
      expect(stderr).toBe('');
      expect(stdout).toContain(`over ${line}\n`);
      expect(stdout).toMatch(/8 passed, 0 failed/);
      expect(code).toBe(0);
      server.child.kill('SIGTERM');
      await server.finished();
    }
  });

  it('lists the checks, and prints a profile to start from', async () => {
    const list = await run('--list');
    expect(list.stdout).toMatch(/^wire\n {2}wire\/schema +Every message fits/);
    const start = await run('--print-profile');
    expect(JSON.parse(start.stdout)).toMatchObject({ version: 1, stop: { at: '#stop' } });
  });

  describe('ends with 2 and says why', () => {
    it.each([
      ['no adapter and no profile', [], /--profile FILE/],
      [
        'an unknown adapter without a profile',
        ['--', 'some-adapter'],
        /--profile FILE[\s\S]*--print-profile/,
      ],
      [
        'an adapter of Sonde for no language in particular',
        ['--', process.execPath, sondeScript, 'dap'],
        /--language chooses the built-in one: mini, /,
      ],
      ['an unknown option', ['--profil', 'x'], /Did you mean --profile/],
      ['an unknown check', ['--only', 'wire/shema', '--language', 'mini'], /Did you mean "wire\/schema"/],
      ['a wrong number', ['--jobs', '0', '--language', 'mini'], /whole number/],
      ['a wrong address', ['--connect', 'nowhere', '--language', 'mini'], /no address/],
      ['an unknown language', ['--language', 'mino'], /Did you mean "?mini/],
      ['a fault that is none', ['--fault', 'wire/nothing', '--language', 'mini'], /no fault/],
      ['a profile that is not there', ['--profile', '/nowhere/p.json', '--', 'x'], /cannot be read/],
      [
        'a command that is not there',
        ['--profile', profile, '--', 'no-such-adapter'],
        /could not be started/,
      ],
      ['nobody at the address', ['--connect', '127.0.0.1:1', '--language', 'mini'], /ECONNREFUSED/],
    ])('%s', async (_, args, words) => {
      const { code, stdout, stderr } = await run(...args);
      expect(stderr).toMatch(words);
      expect(stdout).toBe('');
      expect(code).toBe(2);
    });

    it('a profile with a mistake', async () => {
      const file = bench.file('wrong.json', readFileSync(profile, 'utf8').replace('"stop": {', '"stopp": {'));
      const { code, stderr } = await run('--profile', file, '--', process.execPath, sondeScript, 'mini-dap');
      expect(stderr).toMatch(/wrong\.json is not valid: profile/);
      expect(code).toBe(2);
    });

    it('an adapter that dies', async () => {
      const command = adapter('dies', 'process.stderr.write("out of cheese\\n"); process.exit(3);');
      const { code, stderr } = await run('--profile', profile, '--', ...command);
      expect(stderr).toContain('out of cheese');
      expect(code).toBe(2);
    });

    it('an adapter that prints something else', async () => {
      const command = adapter(
        'prints',
        'process.stdout.write("Hello!\\r\\n\\r\\n"); process.stdin.resume();',
      );
      const { code, stderr } = await run('--profile', profile, '--timeout', '2', '--', ...command);
      expect(stderr).toMatch(/cannot be tried/);
      expect(code).toBe(2);
    });

    it('an adapter that never answers, which is ended', async () => {
      const command = adapter(
        'hangs',
        'process.stdin.resume(); process.stdin.on("end", () => {}); setInterval(() => {}, 1e6);',
      );
      const { code, stderr } = await run('--profile', profile, '--timeout', '0.5', '--', ...command);
      expect(stderr).toMatch(/initialize was not answered within 1500 ms/);
      expect(code).toBe(2);
    });
  });

  it('ends on Ctrl+C, with all that it started', async () => {
    const temporary = mkdtempSync(join(bench.folder, 'tmp-'));
    const args = ['conformance', '--language', 'mini', '--verbose', '--timeout', '60', '--json', '-'];
    const running = bench.start(args, { TMPDIR: temporary });
    const said = new Promise<void>(resolve => running.child.stderr?.once('data', () => resolve()));
    await said;
    const children = childrenOf(running.child.pid!);
    expect(children.length).toBeGreaterThan(0);
    running.child.kill('SIGINT');
    const { code, stdout } = await running.finished();
    expect(code).toBe(130);
    expect(stdout).toBe('');
    expect(children.filter(isAlive)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

/** Processes that a process has started, on systems that tell. */
function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => parentOf(name) === pid)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
