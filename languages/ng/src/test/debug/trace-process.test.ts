import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { writtenFolder } from './debugged-program.js';

const processes: ChildProcessWithoutNullStreams[] = [];

afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
});

function start(source: string, ...args: readonly string[]): ChildProcessWithoutNullStreams {
  const program = join(writtenFolder({ 'program.ng': source }), 'program.ng');
  const script = fileURLToPath(new URL('trace-process.js', import.meta.url));
  const child = spawn(process.execPath, [script, ...args, program]);
  processes.push(child);
  return child;
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<number | string> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return code ?? signal ?? '';
}

const endless = `
print("ready");
loop i = 0 {
  next i;
}
`;

describe('ng-trace as a process', () => {
  it('takes SIGINT as USER_BREAK: says where the program is and ends with 130', async () => {
    const child = start(endless);
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await ended(child)).toBe(130);
    expect(errors).toMatch(/program\.ng:\d+ interrupted in __start__/);
  });

  it('flushes while the program runs on', async () => {
    const child = start(endless, '--break', '2');
    const [data] = (await once(child.stderr, 'data')) as [Buffer];
    expect(data.toString()).toContain('program.ng:2 __start__');
  });

  it('ends quietly behind a reader that is gone', async () => {
    const child = start('loop i = 0 {\n  print("line", i);\n  next i + 1;\n}\n');
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended(child)).toBe(141);
    expect(errors).toBe('');
  });
});
