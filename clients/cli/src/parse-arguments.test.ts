import { PassThrough } from 'node:stream';
import type { Language } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { commonOptions, UsageError, type Command, type Invocation, type Surroundings } from './command.js';
import { launchSettings } from './launch-options.js';
import { optionsOf, parseArguments, portIn } from './parse-arguments.js';

const surroundings: Surroundings = {
  languages: [],
  streams: { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() },
};

const plain: Command = {
  name: 'sessions',
  summary: '',
  operands: '',
  takes: { least: 0, most: 0 },
  options: {
    ...commonOptions,
    script: { type: 'string', short: 'x', help: '' },
    quiet: { type: 'boolean', help: '' },
    set: { type: 'string', repeats: true, help: '' },
  },
  run: () => Promise.resolve(0),
};

const program: Command = {
  ...plain,
  name: 'run',
  operands: 'PROGRAM',
  takes: 'program',
  launches: 'run',
};

function invocation(command: Command, ...args: string[]): Invocation {
  const parsed = parseArguments(command, args, surroundings);
  if (parsed.kind === 'help') throw new Error('help was asked for');
  return parsed.invocation;
}

describe('arguments', () => {
  it('may have options before and after the program', () => {
    const { operands, programArguments, text, flag } = invocation(
      program,
      '--quiet',
      'a.x',
      '-x',
      'script',
      '--language=y',
    );
    expect(operands).toEqual(['a.x']);
    expect(programArguments).toEqual([]);
    expect(text('script')).toBe('script');
    expect(text('language')).toBe('y');
    expect(flag('quiet')).toBe(true);
    expect(flag('log')).toBe(false);
  });

  it('belong to the program from its first own word on', () => {
    expect(invocation(program, 'a.x', '1', '--quiet', '-x').programArguments).toEqual(['1', '--quiet', '-x']);
    expect(invocation(program, 'a.x', '--unknown', '--quiet').programArguments).toEqual([
      '--unknown',
      '--quiet',
    ]);
    expect(invocation(program, 'a.x', '--quiet', '-v', '2').programArguments).toEqual(['-v', '2']);
    expect(invocation(program, 'a.x', '--', '--quiet').programArguments).toEqual(['--quiet']);
    expect(invocation(program, '--', '-odd-name', '--', 'x').operands).toEqual(['-odd-name']);
  });

  it('ask for help wherever --help stands among our options', () => {
    expect(parseArguments(program, ['--help'], surroundings).kind).toBe('help');
    expect(parseArguments(program, ['a.x', '-h'], surroundings).kind).toBe('help');
    expect(() => parseArguments(program, ['a.x', '1', '--help'], surroundings)).not.toThrow();
  });

  it.each([
    [program, ['--quit', 'a.x'], /no option --quit. Did you mean --quiet\?/],
    [program, [], /needs PROGRAM/],
    [program, ['a.x', '-x'], /-x needs a value/],
    [program, ['--quiet=yes', 'a.x'], /--quiet takes no value/],
    [plain, ['extra'], /does not take "extra"/],
    [plain, ['--constructor'], /no option --constructor/],
  ] as const)('that make no sense are refused in words', (command, args, message) => {
    expect(() => parseArguments(command, args, surroundings)).toThrow(message);
    expect(() => parseArguments(command, args, surroundings)).toThrow(UsageError);
  });

  it('count each value of an option that repeats, and the last of one that does not', () => {
    const { text, texts } = invocation(program, '--set', 'a=1', '-x', 'one', 'a.x', '--set=b=2', '-x', 'two');
    expect(texts('set')).toEqual(['a=1', 'b=2']);
    expect(text('script')).toBe('two');
    expect(texts('script')).toEqual(['two']);
    expect(texts('log')).toEqual([]);
    expect(text('quiet')).toBeUndefined();
  });

  it('may be a port', () => {
    expect(portIn('0')).toBe(0);
    expect(portIn('4711')).toBe(4711);
    for (const wrong of ['', '-1', '65536', '1e3', '0x10', 'http'])
      expect(() => portIn(wrong)).toThrow(/not a port/);
  });
});

describe('launch options that are on or off', () => {
  const language = {
    id: 'x',
    name: 'X',
    extensions: ['.x'],
    launch: {
      properties: {
        beLenient: { type: 'boolean', description: 'lets much pass' },
        depth: { type: 'integer' },
        lookClosely: { type: 'boolean', description: 'for debuggers', usedBy: ['debug'] },
      },
    },
  } as unknown as Language;
  const withLanguage = { ...surroundings, languages: [language] };
  const settingsOf = (command: Command, ...args: string[]): readonly string[] => {
    const parsed = parseArguments(command, args, withLanguage);
    if (parsed.kind === 'help') throw new Error('help was asked for');
    return launchSettings(parsed.invocation, 'run');
  };

  it('are flags, before and after the program', () => {
    expect(settingsOf(program, '--be-lenient', 'a.x')).toEqual(['beLenient=true']);
    expect(settingsOf(program, 'a.x', '--be-lenient', '--set', 'depth=2')).toEqual([
      'depth=2',
      'beLenient=true',
    ]);
    expect(settingsOf(program, 'a.x')).toEqual([]);
  });

  it('name every language that has them, also where they mean different things', () => {
    const also = (name: string, description: string): Language =>
      ({
        ...language,
        name,
        launch: { properties: { beLenient: { type: 'boolean', description } } },
      }) as unknown as Language;
    const languages = [language, also('Y', 'lets much pass'), also('Z', 'is kind.')];
    expect(optionsOf(program, languages)['be-lenient']?.help).toBe('X, Y: lets much pass. Z: is kind');
    const parsed = parseArguments(program, ['--be-lenient', 'a.x'], { ...surroundings, languages });
    expect(parsed.kind === 'run' && launchSettings(parsed.invocation, 'run')).toEqual(['beLenient=true']);
  });

  it('are not taken by commands that have no use for them', () => {
    const debug: Command = { ...program, launches: 'debug' };
    expect(Object.keys(optionsOf(debug, [language]))).toContain('look-closely');
    expect(Object.keys(optionsOf(program, [language]))).not.toContain('look-closely');
    expect(() => settingsOf(program, '--look-closely', 'a.x')).toThrow(UsageError);
  });

  it('are not taken from the program, nor by commands that launch nothing', () => {
    expect(settingsOf(program, 'a.x', 'word', '--be-lenient')).toEqual([]);
    expect(() => settingsOf({ ...plain, options: commonOptions }, '--be-lenient')).toThrow(UsageError);
    expect(() => settingsOf(program, '--depth', 'a.x')).toThrow(UsageError);
  });
});
