import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programFiles } from './program-files.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const room = (): void => undefined;

describe('the files of a program', () => {
  it('are read and written from its folder', () => {
    const files = programFiles(folder);
    files.write('a.txt', Buffer.from('a long text'));
    files.write('a.txt', Buffer.from('short'));
    expect(String(files.read('a.txt', room))).toBe('short');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('short');
  });

  it('take no memory before there is room for them', () => {
    writeFileSync(join(folder, 'huge'), '');
    truncateSync(join(folder, 'huge'), 2 ** 31);
    const full = (bytes: number): never => {
      throw new RangeError(`no room for ${bytes}`);
    };
    expect(() => programFiles(folder).read('huge', full)).toThrow('no room for 2147483648');
  });

  it('of the system can be read, but not those of a process', () => {
    expect(String(programFiles('/').read('/proc/version', room))).toContain('Linux');
    expect(() => programFiles('/proc').read('self/environ', room)).toThrow('belongs to the debugger');
    expect(() => programFiles('/').read(`/proc/${process.ppid}/maps`, room)).toThrow(
      'belongs to the debugger',
    );
    expect(() => programFiles('/').write('/proc/self/comm', Buffer.from('x'))).toThrow(
      'belongs to the debugger',
    );
  });

  it('are never pipes or devices', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/null', '/dev/tty']) {
      expect(() => programFiles('/').read(path, room)).toThrow('not a file');
      expect(() => programFiles('/').write(path, Buffer.from('x'))).toThrow('not a file');
    }
  });

  it('are not what the standard output of this process was redirected to', () => {
    const output = join(folder, 'output');
    const module = JSON.stringify(new URL('program-files.js', import.meta.url).href);
    const script = `import { programFiles } from ${module};
      try { programFiles('/').write(${JSON.stringify(output)}, Buffer.from('forged')); } catch (e) { console.log(e.message); }`;
    execFileSync('/bin/sh', [
      '-c',
      'exec "$0" --input-type=module -e "$1" > "$2"',
      process.execPath,
      script,
      output,
    ]);
    expect(readFileSync(output, 'utf8')).toBe(`${output} belongs to the debugger, not to the program.\n`);
  });
});
