// What is said of a program that is not quite what people think: once, and before they are misled.

import { copyFile, mkdtemp, rm, utimes } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { clangTool, findTool } from '../native.js';
import { toolsMissing, useFixtures } from './fixtures.js';
import { reasonOf, TestSession, type EventOf } from './session.js';

const run = promisify(execFile);

const notices = (session: TestSession): readonly EventOf<'notice'>[] =>
  session.events.filter((event): event is EventOf<'notice'> => event.kind === 'notice' && event.important);

describe.skipIf(toolsMissing)('advice on a native program', () => {
  const [tour] = useFixtures('tour.c');
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-advice-'));
    return () => rm(folder, { recursive: true });
  });

  async function compiled(
    name: string,
    ...flags: readonly string[]
  ): Promise<{ source: string; program: string }> {
    const [source, program] = [join(folder, `${name}.c`), join(folder, name)];
    await copyFile(tour.source, source);
    await run(await findTool(clangTool()), [
      '-O0',
      '-fno-omit-frame-pointer',
      ...flags,
      source,
      '-o',
      program,
    ]);
    return { source, program };
  }

  it('is not given where all is well', async () => {
    const session = await TestSession.start(tour.program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    await session.stopped();
    expect(notices(session)).toEqual([]);
  });

  it('says of a line why it has no code: without debug information, or compiled in another folder', async () => {
    const { source, program } = await compiled('unlined');
    const where = (path: string) => ({ kind: 'source', source: { name: 'source', path }, line: 1 }) as const;
    const plain = await TestSession.start(program);
    expect(await plain.breakAt(where(source))).toMatchObject({
      state: 'pending',
      message:
        'No loaded module was compiled from unlined.c with debug information (compiler option -g); it is set when one is.',
    });
    const moved = await TestSession.start((await compiled('moved', '-g')).program);
    expect(await moved.breakAt(where('/elsewhere/moved.c'))).toMatchObject({
      state: 'pending',
      message: `The program was compiled from moved.c in ${folder}, not in /elsewhere. If that is the same file, say so in the launch configuration: "sourceMap": {"${folder}": "/elsewhere"}.`,
    });
  });

  it('says that there is no debug information, and shows functions by name all the same', async () => {
    const { program } = await compiled('plain');
    const session = await TestSession.start(program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const stop = await session.stopped();
    expect(notices(session).map(({ message }) => message)).toEqual([
      'plain has no debug information: its code is shown as disassembly, with the names of functions but without lines and variables. Build it with -g.',
    ]);
    expect(reasonOf(stop)).toEqual({ kind: 'entry' });
    const [frame] = stop.top!.frames;
    expect(frame).toMatchObject({ function: 'main' });
    const code = await session.engine.disassemble!(stop.id, frame!.address, 0, 5);
    expect(code[0]?.symbol).toBe('main');
    await session.step(stop, 'over', 'instruction');
    expect(notices(session)).toHaveLength(1);
  });

  it.each(['-gline-tables-only', '-g1'])('says that there are lines, but no variables (%s)', async flag => {
    const { program } = await compiled('lined', flag);
    const session = await TestSession.start(program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    await session.stopped();
    expect(notices(session).map(({ message }) => message)).toEqual([
      'lined has debug information of lines alone: there are no variables, and no types. Build it with -g.',
    ]);
  });

  it.each([['-g'], ['-g', '-gdwarf-4'], ['-g', '-gsplit-dwarf'], ['-g', '-gz']])(
    'says nothing of variables where there are some (%s %s)',
    async (...flags) => {
      const { program } = await compiled('full', ...flags);
      const session = await TestSession.start(program, { settings: { stopOnEntry: true } });
      await session.engine.begin();
      await session.stopped();
      expect(notices(session)).toEqual([]);
    },
  );

  it('says that a program is stripped, and shows its code with the names that are left', async () => {
    const { program } = await compiled('stripped', '-s');
    const session = await TestSession.start(program, { settings: { stopOnEntry: true } });
    const printed = await session.breakAt({ kind: 'function', name: 'printf' });
    await session.engine.begin();
    const entry = await session.stopped();
    expect(notices(session).map(({ message }) => message)).toEqual([
      'stripped is stripped: its code is shown as disassembly, with names only where libraries need them. Build it with -g, and do not strip it.',
    ]);
    const stop = await session.move(entry, { kind: 'continue' });
    expect(reasonOf(stop)).toMatchObject({ hits: [printed.id] });
    const [inside, caller] = stop.top!.frames;
    expect(inside?.function).toContain('printf');
    expect(caller?.function).toMatch(/^stripped\+0x[0-9a-f]+$/);
    const library = await session.engine.disassemble!(stop.id, inside!.address, 0, 1);
    expect(library[0]?.symbol).toContain('printf');
    const own = await session.engine.disassemble!(stop.id, caller!.address, 0, 3);
    expect(own).toHaveLength(3);
    expect(notices(session)).toHaveLength(1);
  });

  it('says at the first stop, once, that a source is newer than the program', async () => {
    // Without the checksums of DWARF 5 only the times of the files can tell.
    const { source, program } = await compiled('older', '-g', '-gdwarf-4');
    const later = new Date(Date.now() + 60_000);
    await utimes(source, later, later);
    const session = await TestSession.start(program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    const stop = await session.stopped();
    const said = 'older.c is newer than older: lines may not be where they seem. Build the program again.';
    expect(notices(session).map(({ message }) => message)).toEqual([said]);
    expect(await session.engine.loadedSources!()).toEqual([
      { name: 'older.c', path: source, outdated: true },
    ]);
    await session.step(stop, 'over');
    expect(notices(session)).toHaveLength(1);
  });

  it('believes the checksum before the time', async () => {
    const { source, program } = await compiled('touched', '-g', '-gdwarf-5');
    const later = new Date(Date.now() + 60_000);
    await utimes(source, later, later);
    const session = await TestSession.start(program, { settings: { stopOnEntry: true } });
    await session.engine.begin();
    await session.stopped();
    expect(notices(session)).toEqual([]);
  });
});
