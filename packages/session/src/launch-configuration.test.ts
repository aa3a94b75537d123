import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { Failure } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { checkLaunch } from './launch-configuration.js';

/** Only what the choice of a language looks at. */
const language = (id: string, extension: string, launch?: Language['launch']): Language =>
  ({
    id,
    name: id,
    extensions: [extension],
    adapterNames: [],
    exceptionFilters: [],
    engine: { traits: { time: 'none' } },
    ...(launch === undefined ? {} : { launch }),
  }) as unknown as Language;

const languages = [
  language('one', '.one'),
  language('two', '.two', Type.Object({ level: Type.Optional(Type.Integer()) })),
];

const problem = async (configuration: Record<string, unknown>): Promise<string> => {
  try {
    await checkLaunch(configuration, languages);
  } catch (error) {
    if (error instanceof Failure && error.blame === 'user') return error.text;
    throw error;
  }
  return 'accepted';
};

describe('the launch configuration', () => {
  it('has sensible defaults and takes the language from the file name', async () => {
    const { language: chosen, settings } = await checkLaunch({ program: 'a.one', cwd: '/' }, languages);
    expect(chosen.id).toBe('one');
    expect(settings).toMatchObject({
      program: '/a.one',
      cwd: '/',
      args: [],
      env: {},
      stopOnEntry: false,
      noDebug: false,
      console: 'internalConsole',
      stdin: { text: '', closed: false },
    });
  });

  it('lets "language" win over the file name', async () => {
    expect((await checkLaunch({ program: 'a.one', language: 'two' }, languages)).language.id).toBe('two');
  });

  it('names the option that is wrong', async () => {
    expect(await problem({})).toContain('launch.program');
    expect(await problem({ program: 'a.one', args: 'x' })).toContain('launch.args');
    expect(await problem({ program: 'a.one', env: { A: 1 } })).toContain('launch.env.A must be');
    expect(await problem({ program: 'a.one', cwd: '/no/such/folder' })).toContain('"cwd"');
    expect(await problem({ program: 'a.one', console: 'moon' })).toContain('launch.console');
    expect(await problem({ program: 'a.two', level: 'x' })).toContain('launch.level');
  });

  it('says which languages there are when it cannot choose', async () => {
    expect(await problem({ program: 'package.json' })).toContain('one (.one), two (.two)');
    expect(await problem({ program: 'a.txt', language: 'three' })).toContain('one, two');
  });

  it('takes null for "not set"', async () => {
    expect(
      (await checkLaunch({ program: 'a.one', args: null, stdin: null }, languages)).settings.args,
    ).toEqual([]);
  });

  it('reads standard input from a file, and says when it cannot', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-test-')));
    try {
      writeFileSync(join(folder, 'in.txt'), 'hello\n');
      const { settings } = await checkLaunch(
        { program: 'a.one', cwd: folder, stdin: { file: 'in.txt' } },
        languages,
      );
      expect(settings.stdin).toEqual({ text: 'hello\n', closed: true });
      expect(await problem({ program: 'a.one', cwd: folder, stdin: { file: 'missing.txt' } })).toContain(
        'missing.txt',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
