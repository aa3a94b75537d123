// Core files: what is left of a program, shown as it was; what is damaged or of another program is said to be so.

import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { address, asFailure, breakpointId } from '@sonde/engine';
import { findTool, lldbTool } from '../native.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { bytesOf, intOf, reasonOf, TestSession, variable } from './session.js';

const run = promisify(execFile);
const gdbMissing = await run('gdb', ['--version']).then(
  () => false,
  () => true,
);
if (gdbMissing)
  process.stderr.write('\nTESTS OF CORE FILES ARE SKIPPED: gdb makes them; `apt-get install -y gdb`\n');

/** As the kernel writes it: gdb puts the notes, which tell of the threads, behind the memory. */
function notesFirst(core: Buffer): Buffer {
  const [each, count] = [core.readUInt16LE(54), core.readUInt16LE(56)];
  const table = Number(core.readBigUInt64LE(32));
  const head = Buffer.from(core.subarray(0, table + each * count));
  const rows = Array.from({ length: count }, (_, index) => head.subarray(table + index * each));
  const notes = rows.find(row => row.readUInt32LE(0) === 4)!;
  const [start, size] = [Number(notes.readBigUInt64LE(8)), Number(notes.readBigUInt64LE(32))];
  const data = Buffer.from(core.subarray(start, start + size));
  for (const row of rows) row.writeBigUInt64LE(row.readBigUInt64LE(8) + BigInt(size), 8);
  notes.writeBigUInt64LE(BigInt(head.length), 8);
  return Buffer.concat([head, data, core.subarray(head.length, start)]);
}

/** As the kernel writes it: without the pages that are in the files of the program, unchanged. */
function withoutFilePages(core: Buffer): Buffer {
  const [each, count] = [core.readUInt16LE(54), core.readUInt16LE(56)];
  const table = Number(core.readBigUInt64LE(32));
  const copied = Buffer.from(core);
  for (let index = 0; index < count; index++) {
    const row = copied.subarray(table + index * each);
    const [kind, flags] = [row.readUInt32LE(0), row.readUInt32LE(4)];
    if (kind === 1 && (flags & 2) === 0) row.writeBigUInt64LE(0n, 32);
  }
  return copied;
}

describe.skipIf(toolsMissing || gdbMissing)('a core file', () => {
  const [fatal, answering] = useFixtures('fatal.c', 'answering.c');
  let folder: string;
  let core: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-core-'));
    core = join(folder, 'core');
    const commands = ['run', `generate-core-file ${core}`, 'kill'].flatMap(text => ['-ex', text]);
    await run('gdb', ['-nx', '-q', '-batch', ...commands, fatal.program]);
    return () => rm(folder, { recursive: true });
  });

  const copy = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await copyFile(core, path);
    return path;
  };

  it('shows threads, stacks, variables, memory, registers and modules as they were', async () => {
    const session = await TestSession.attach({ core, program: fatal.program });
    expect(session.engine.process).toMatchObject({ name: 'fatal', isLocal: true });
    expect(session.engine.process.id).toBeUndefined();
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toMatchObject({ kind: 'exception', thrown: { name: 'SIGABRT' } });
    expect(await session.engine.threads()).toHaveLength(2);
    const { frames } = await session.engine.stack(stop.id, stop.focus, 0, 20);
    const failed = frames.find(frame => frame.function === 'fail')!;
    expect(failed.location?.line).toBe(fatal.line('abort'));
    const scopes = await session.engine.scopes(stop.id, failed.id);
    const seen = { ...stop, top: { frames: [], scopes } };
    expect([...bytesOf(variable(seen, 'numbers'))].filter(byte => byte > 0)).toEqual([1, 2, 3, 4]);
    expect(bytesOf(variable(seen, 'where')).readInt32LE(4)).toBe(22);
    const registers = scopes.flatMap(scope => [...scope.variables]).map(({ name }) => name);
    expect(registers).toContain('rip');
    const kept = await session.engine.evaluateText!(stop.id, failed.id, 'kept');
    const range = { address: address(session.uint64(kept)), size: 12 };
    const [read] = await session.engine.readMemory(stop.id, [range]);
    expect(Buffer.from(read!.bytes).toString()).toBe('on the heap\0');
    expect((await session.engine.modules!()).map(({ name }) => name)).toContain('fatal');
    const other = (await session.engine.threads()).find(thread => thread.id !== stop.focus)!;
    const waiting = await session.engine.stack(stop.id, other.id, 0, 20);
    expect(waiting.frames.map(frame => frame.function)).toContain('wait');
    expect(intOf(await session.engine.evaluateText!(stop.id, failed.id, 'where.x + numbers[3]'))).toBe(15);
  });

  it('has what it left out read from the files of the program', async () => {
    const lean = join(folder, 'lean');
    await writeFile(lean, withoutFilePages(await readFile(core)));
    const session = await TestSession.attach({ core: lean, program: fatal.program });
    await session.engine.begin();
    const stop = await session.stopped();
    const [main] = await session.engine.symbolAddresses!(['main']);
    const [code, nowhere] = await session.engine.readMemory(stop.id, [
      { address: main!, size: 16 },
      { address: address(16), size: 16 },
    ]);
    const whole = await TestSession.attach({ core, program: fatal.program });
    await whole.engine.begin();
    const { id } = await whole.stopped();
    const [same] = await whole.engine.readMemory(id, [{ address: main!, size: 16 }]);
    expect(code).toEqual(same);
    expect(code!.bytes).toHaveLength(16);
    expect(nowhere!.bytes).toHaveLength(0);
    expect(nowhere!.why).toContain('0x10');
  });

  it('shows the thread that crashed, also where another one comes first', async () => {
    const crashed = join(folder, 'crashed');
    const commands = ['run', `generate-core-file ${crashed}`, 'kill'].flatMap(text => ['-ex', text]);
    await run('gdb', ['-nx', '-q', '-batch', ...commands, '--args', fatal.program, 'crash']);
    for (const path of [crashed, join(folder, 'as-the-kernel')]) {
      if (path !== crashed) await writeFile(path, notesFirst(await readFile(crashed)));
      const session = await TestSession.attach({ core: path, program: fatal.program });
      await session.engine.begin();
      const stop = await session.stopped();
      expect(reasonOf(stop)).toMatchObject({ kind: 'exception', thrown: { name: 'SIGSEGV' } });
      expect(stop.top?.frames[0]?.function).toBe('crash');
      expect(session.events.filter(({ kind }) => kind === 'notice')).toEqual([]);
    }
  });

  it('of a program that nothing had ended says so', async () => {
    const alive = join(folder, 'alive');
    const commands = ['break fail', 'run', `generate-core-file ${alive}`, 'kill'];
    const options = commands.flatMap(text => ['-ex', text]);
    await run('gdb', ['-nx', '-q', '-batch', ...options, fatal.program]);
    const session = await TestSession.attach({ core: alive, program: fatal.program });
    await session.engine.begin();
    expect((await session.next('notice')).message).toBe(
      'The core file was written while the program was alive: no signal had ended it.',
    );
    const stop = await session.stopped();
    expect(reasonOf(stop)).toEqual({ kind: 'pause' });
    expect(stop.top?.frames[0]?.function).toBe('fail');
  });

  it('does not move, change, or read, and says why', async () => {
    const session = await TestSession.attach({ core, program: fatal.program });
    const where = { kind: 'source', source: { name: 'fatal.c', path: fatal.source }, line: 1 } as const;
    const [resolution] = await session.engine.changeBreakpoints([{ id: breakpointId(1), where }], []);
    expect(resolution).toMatchObject({ state: 'unresolved' });
    expect(resolution?.message).toContain('no breakpoint can be reached');
    await session.engine.begin();
    const stop = await session.stopped();
    const refused = { code: 'not-supported', blame: 'user' };
    await expect(session.go(stop, { kind: 'continue' })).rejects.toMatchObject(refused);
    await expect(session.step(stop, 'over')).rejects.toThrow('it cannot run on');
    await expect(session.engine.pause()).rejects.toThrow('it does not run');
    await expect(session.engine.input('x')).rejects.toMatchObject(refused);
    const main = stop.top!.frames.find(frame => frame.function === 'main')!;
    const changed = session.engine.evaluateText!(stop.id, main.id, 'kept = 0');
    await expect(changed).rejects.toMatchObject({
      ...refused,
      message: 'this would change the program, and a core file shows it as it was at its end.',
    });
    // Still there, still looked at.
    expect((await session.engine.stack(stop.id, stop.focus, 0, 1)).frames).toHaveLength(1);
    await session.engine.terminate();
    expect((await session.ended()).trouble).toBeUndefined();
    expect(session.events.some(event => event.kind === 'exited')).toBe(false);
  });

  it('finds its program by itself, and a launch may name it too', async () => {
    const found = await TestSession.attach({ coreFile: core });
    await found.engine.begin();
    expect((await found.stopped()).top?.frames.map(frame => frame.function)).toContain('fail');
    const launched = await TestSession.start(fatal.program, { settings: { extra: { coreFile: core } } });
    await launched.engine.begin();
    expect(reasonOf(await launched.stopped())).toMatchObject({ thrown: { name: 'SIGABRT' } });
  });

  it('is shown without symbols when its program is gone, and that is said', async () => {
    const away = `${fatal.program}.away`;
    await rename(fatal.program, away);
    try {
      const session = await TestSession.attach({ core });
      expect((await session.next('notice')).message).toContain(
        `left by ${fatal.program}, which is not there`,
      );
      await session.engine.begin();
      expect(reasonOf(await session.stopped())).toMatchObject({ thrown: { name: 'SIGABRT' } });
      const elsewhere = await TestSession.attach({ core, program: away });
      await elsewhere.engine.begin();
      expect((await elsewhere.stopped()).top?.frames.map(frame => frame.function)).toContain('fail');
    } finally {
      await rename(away, fatal.program);
    }
  });

  it('of another program is refused', async () => {
    await expect(TestSession.attach({ core, program: answering.program })).rejects.toMatchObject({
      code: 'bad-arguments',
      blame: 'user',
      message: `${answering.program} is another build; the core file ${core} is of another program. It was left by ${fatal.program}.`,
    });
  });

  it('that was cut off is shown as far as it goes, and that is said', async () => {
    const path = join(folder, 'cut');
    const whole = notesFirst(await readFile(core));
    const size = whole.length;
    await writeFile(path, whole.subarray(0, size - 20_000));
    const session = await TestSession.attach({ core: path, program: fatal.program });
    const { message, important } = await session.next('notice');
    expect(message).toContain(`was cut off (${size - 20_000} of ${size} bytes`);
    expect(important).toBe(true);
    await session.engine.begin();
    expect(reasonOf(await session.stopped())).toMatchObject({ thrown: { name: 'SIGABRT' } });
  });

  it('that ends before its threads, in its table or in its header is refused', async () => {
    for (const [size, why] of [
      [40, 'it ends within its header'],
      [200, 'its table of segments is not in it'],
    ] as const) {
      const path = await copy(`short-${size}`);
      await truncate(path, size);
      await expect(TestSession.attach({ core: path })).rejects.toMatchObject({
        code: 'bad-arguments',
        message: `the core file ${path} is damaged: ${why}.`,
      });
    }
    const path = await copy('no-notes');
    const whole = await readFile(path);
    const table = Number(whole.readBigUInt64LE(32)) + whole.readUInt16LE(54) * whole.readUInt16LE(56);
    await truncate(path, table);
    await expect(TestSession.attach({ core: path, program: fatal.program })).rejects.toMatchObject({
      code: 'bad-arguments',
      blame: 'user',
    });
  });

  it('that is filled with rubbish is refused or shown, and nothing hangs', async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const path = await copy(`rubbish-${seed}`);
      const file = await open(path, 'r+');
      // The headers of segments and the notes, each at other places.
      for (let at = 64 + seed * 7; at < 3_000; at += 97) await file.write(Buffer.from([at % 256]), 0, 1, at);
      await file.close();
      const outcome = TestSession.attach({ core: path, program: fatal.program }).then(
        async session => {
          await session.engine.begin();
          await session.stopped();
          return 'shown';
        },
        (error: unknown) => asFailure(error).blame,
      );
      expect(['shown', 'user', 'environment']).toContain(await outcome);
    }
  });

  it('that is none is refused by what it is', async () => {
    const text = join(folder, 'text');
    await writeFile(text, 'just text\n');
    const refused = (path: string, message: string): Promise<void> =>
      expect(TestSession.attach({ core: path })).rejects.toMatchObject({ blame: 'user', message });
    await refused(join(folder, 'missing'), `the core file ${join(folder, 'missing')} does not exist.`);
    await refused(folder, `${folder} is a folder, not a file.`);
    await refused(text, `${text} is not a core file.`);
    await refused(fatal.program, `${fatal.program} is a program or a library, not a core file.`);
  });

  it('may be a minidump', async () => {
    const path = join(folder, 'dump');
    const lldb = await findTool(lldbTool());
    const save = `process save-core --plugin-name=minidump --style=full ${path}`;
    await run(lldb, [
      '--no-lldbinit',
      '-b',
      '-o',
      'run',
      '-k',
      save,
      '-k',
      'kill',
      '-k',
      'quit',
      fatal.program,
    ]);
    const session = await TestSession.attach({ core: path, program: fatal.program });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(reasonOf(stop)).toMatchObject({ kind: 'exception', thrown: { name: 'SIGABRT' } });
    expect(stop.top?.frames.map(frame => frame.function)).toContain('fail');
  });
});
