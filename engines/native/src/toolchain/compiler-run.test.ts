import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCompiler } from './compiler-run.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-compiler-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const shell = (script: string, when = signal): ReturnType<typeof runCompiler> =>
  runCompiler({ compiler: '/bin/sh', args: ['-c', script], cwd: folder, signal: when });

describe('a compiler', () => {
  it('is heard, with its exit code', async () => {
    expect(await shell('echo said >&2; exit 3')).toEqual({ code: 3, said: 'said\n' });
    expect((await shell('kill -SEGV $$')).said).toContain('was ended by signal 11');
  });

  it('that cannot be started is named', async () => {
    const run = { compiler: join(folder, 'none'), args: [], cwd: folder, signal };
    await expect(runCompiler(run)).rejects.toMatchObject({ code: 'tool-missing' });
  });

  it('does not outlive a debugger that was killed', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // The pipe ends when the last process that holds it is gone.
    const script = 'exec 9>pipe; echo up >&9; exec sleep 600';
    const module = JSON.stringify(new URL('compiler-run.js', import.meta.url).href);
    const server = spawn(
      process.execPath,
      [
        ...['--input-type=module', '-e'],
        `import { runCompiler } from ${module};
         await runCompiler({ compiler: '/bin/sh', args: ['-c', ${JSON.stringify(script)}], cwd: ${JSON.stringify(folder)},
           signal: new AbortController().signal });`,
      ],
      { stdio: 'ignore' },
    );
    const held = createReadStream(pipe);
    const ended = once(held, 'end');
    const [first] = (await once(held, 'data')) as [Buffer];
    expect(String(first)).toBe('up\n');
    server.kill('SIGKILL');
    await ended;
  });
});
