import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from './sonde.js';

const example = fileURLToPath(new URL('../../../../examples/remote-python/', import.meta.url));
const program = `${example}programs/main.tiny`;
const isThere = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;
const missing = isThere ? undefined : 'python3 of version 3.10 or later is not installed';

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.close());

describe('sonde attach --language', () => {
  it.each([
    [['--language', 'remote'], /to attach to a Remote program, add --set port=VALUE\./],
    [
      ['--language', 'remote', '--set', 'prt=1'],
      /no attach option "prt"\. Did you mean port\? Known: port, host,/,
    ],
    [['--language', 'mini'], /Mini programs live inside the debugger .* sonde attach SESSION/],
    [['--language', 'remot'], /there is no language "remot"\. Did you mean remote\?/],
    [['--language', 'remote', '--set', 'port=1', 'a', 'b'], /does not take "b"/],
    [['--set', 'port=1'], /name what to attach to: .* or --language/],
  ])('%j is refused with what to do', async (args, words) => {
    const { code, stderr } = await bench.run(['attach', ...args]);
    expect(stderr).toMatch(words);
    expect(code).toBe(2);
  });

  it('says when nobody is there', async () => {
    const { stdout, code } = await bench.run(['attach', '--language', 'remote', '--set', 'port=1']);
    expect(stdout).toContain(
      'nothing listens at 127.0.0.1:1. Start a server of the remote protocol there first.',
    );
    expect(code).toBe(1);
  });
});

describeUnlessMissing('a server of the remote protocol', missing, () => {
  it('is launched from the console, with conditions and log messages in its own language', async () => {
    const { stdout, code } = await bench.run(
      ['debug', '--language', 'remote', '--set', `server=python3 ${example}server.py`, program],
      ['break 17 if i == 4', 'run', 'info locals', 'finish', 'continue', 'quit', ''].join('\n'),
    );
    expect(stdout).toMatch(/Breakpoint 1, in work at \S*main\.tiny:17/);
    expect(stdout).toMatch(/^ {2}i = 4 {2}int$/m);
    expect(stdout).toContain('total 67');
    expect(stdout).toContain('The program ended with exit code 0.');
    expect(code).toBe(0);
  });

  it('is attached to, and says what it prints', async () => {
    const server = bench.startOther('python3', [`${example}server.py`, '--port', '0', program]);
    await server.sees('\n');
    const port = /:(\d+)/.exec(server.stdout)![1]!;
    const { stdout } = await bench.run(
      ['attach', '--language', 'remote', '--set', `port=${port}`],
      'break add\ncontinue\nprint a * 2\ncontinue\nquit\n',
    );
    expect(stdout).toContain(`Remote program, port ${port}.`);
    expect(stdout).toMatch(/Stopped at the entry, in main at \S*main\.tiny:26/);
    expect(stdout).toContain('a * 2 = 84');
    expect(stdout).toContain('| total 67');
  });
});
