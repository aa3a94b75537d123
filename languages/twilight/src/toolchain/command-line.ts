// The words behind the command `twilightc`.

import { parseOptions, type ParsedOptions } from '@sonde/language';
import { emitted, type BuildOptions, type Emitted } from './project/build-project.js';
import type { SyntaxMode } from './syntax/tree.js';

export type TwilightcCommand =
  | { readonly name: 'check'; readonly path: string; readonly denyWarnings: boolean }
  | {
      readonly name: 'build';
      readonly path: string;
      readonly out: string | undefined;
      readonly options: BuildOptions;
    }
  | {
      readonly name: 'test';
      readonly path: string;
      readonly runtimeAsserts: boolean;
      readonly only: string | undefined;
    }
  | { readonly name: 'new' | 'init'; readonly path: string; readonly syntax: SyntaxMode };

const target = 'wasm32-nova-v1';

/** Which command takes which options. */
const commands: Readonly<Record<TwilightcCommand['name'], readonly string[]>> = {
  check: ['--deny-warnings'],
  build: [
    '--release',
    '-g',
    '-O0',
    '--emit',
    '-o',
    '--out-dir',
    '--contract',
    '--target',
    '--enable-runtime-asserts',
  ],
  test: ['--enable-runtime-asserts', '--only'],
  new: ['--syntax'],
  init: ['--syntax'],
};

/** Text is what is wrong with the usage. */
export function parseCommand(args: readonly string[]): TwilightcCommand | string {
  const level = args.find(word => /^-O[1-3sz]$/.test(word));
  if (level !== undefined) return `${level} is not supported: code is made without optimisation, as -O0 says`;
  const options = parseOptions(args, {
    flags: ['--deny-warnings', '--release', '-g', '-O0', '--enable-runtime-asserts'],
    values: {
      '--syntax': 'native or solidity',
      '--emit': emitted.join(', '),
      '-o': 'a folder',
      '--out-dir': 'a folder',
      '--contract': 'the name of a contract',
      '--target': target,
      '--only': 'a part of the names of tests',
    },
  });
  if (typeof options === 'string') return options;
  const [name, path, ...more] = options.words;
  if (name === undefined) return 'name a command';
  if (!Object.hasOwn(commands, name)) return `there is no command ${name}`;
  const command = name as TwilightcCommand['name'];
  if (command === 'new' && path === undefined) return 'name the folder to make';
  if (more.length > 0) return `${name} takes one path; ${more[0]!} is another`;
  const given = [...options.flags, ...options.values.keys()];
  const foreign = given.find(option => !commands[command].includes(option));
  if (foreign !== undefined) return `${name} has no option ${foreign}`;
  return commandOf(command, path ?? '.', options);
}

function commandOf(
  name: TwilightcCommand['name'],
  path: string,
  { flags, values }: ParsedOptions,
): TwilightcCommand | string {
  const runtimeAsserts = flags.has('--enable-runtime-asserts');
  switch (name) {
    case 'check':
      return { name, path, denyWarnings: flags.has('--deny-warnings') };
    case 'test':
      return { name, path, runtimeAsserts, only: values.get('--only') };
    case 'new':
    case 'init': {
      const syntax = values.get('--syntax') ?? 'native';
      if (!/^(?:native|twilight-native|solidity)$/.test(syntax)) return `there is no syntax mode ${syntax}`;
      return { name, path, syntax: syntax === 'solidity' ? 'solidity' : 'twilight-native' };
    }
    case 'build': {
      const emit = kindsOf(values.get('--emit') ?? 'bytecode,meta');
      if (typeof emit === 'string') return emit;
      const wanted = values.get('--target') ?? target;
      if (wanted !== target) return `there is no target ${wanted}; there is ${target}`;
      const release = flags.has('--release');
      const options: BuildOptions = {
        release,
        debug: !release || flags.has('-g'),
        emit,
        runtimeAsserts,
        contract: values.get('--contract'),
      };
      return { name, path, out: values.get('-o') ?? values.get('--out-dir'), options };
    }
  }
}

function kindsOf(text: string): ReadonlySet<Emitted> | string {
  const kinds = text.split(',').map(kind => kind.trim());
  if (kinds.includes('tir'))
    return '--emit tir is not supported: this compiler has no such intermediate code';
  const unknown = kinds.find(kind => !emitted.some(one => one === kind));
  return unknown === undefined
    ? new Set(kinds as Emitted[])
    : `--emit takes ${emitted.join(', ')}, not ${unknown === '' ? 'nothing' : unknown}`;
}
