// The words behind the command `osprey`.

import { isLinkable, isLinkOption } from '@sonde/native-compiler';
import { memories, type Memory } from './memory.js';
import type { Flavor } from './syntax/words.js';

export interface OspreyCommand {
  readonly file: string;
  readonly mode: 'check' | 'run' | 'compile' | 'llvm' | 'symbols' | 'ast';
  readonly debug: boolean;
  readonly quiet: boolean;
  readonly flavor?: Flavor;
  readonly output?: string;
  /** For a run: where its record is written, or which one it follows. */
  readonly record?: string;
  readonly replay?: string;
  readonly memory?: Memory;
  readonly linkOptions: readonly string[];
}

const modes = new Map<string, OspreyCommand['mode']>(
  (['check', 'run', 'compile', 'llvm', 'symbols', 'ast'] as const).map(mode => [`--${mode}`, mode]),
);

/** What the language's own command has besides. */
const later =
  /^(?:build|test|fmt|--(?:profile|list-tests|deps|hover|docs|sandbox|no-http|no-websocket|no-fs|no-ffi|version))$/;

/** Text is what is wrong with the usage. */
export function parseCommand(args: readonly string[]): OspreyCommand | string {
  const files: string[] = [];
  let mode: OspreyCommand['mode'] | undefined;
  let [debug, quiet, target] = [false, false, 'native'];
  let output: string | undefined;
  let flavor: Flavor | undefined;
  const records: { record?: string; replay?: string } = {};
  let memory: Memory | undefined;
  const linkOptions: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index]!;
    const chosen = modes.get(argument);
    if (chosen !== undefined) {
      if (mode !== undefined && mode !== chosen) return `--${mode} and --${chosen} are two modes; choose one`;
      mode = chosen;
    } else if (argument === '--debug') debug = true;
    else if (argument === '--quiet') quiet = true;
    else if (argument === '-o') {
      output = args[++index];
      if (output === undefined) return '-o needs the name of a file';
    } else if (argument === '--record' || argument === '--replay') {
      const file = args[++index];
      if (file === undefined) return `${argument} needs the name of a file`;
      records[argument === '--record' ? 'record' : 'replay'] = file;
    } else if (argument.startsWith('--target=')) target = argument.slice('--target='.length);
    else if (argument === '--flavor' || argument.startsWith('--flavor=')) {
      const name = argument === '--flavor' ? args[++index] : argument.slice('--flavor='.length);
      if (name !== 'default' && name !== 'ml') return '--flavor takes default or ml';
      flavor = name;
    } else if (argument === '--memory' || argument.startsWith('--memory=')) {
      const name = argument === '--memory' ? args[++index] : argument.slice('--memory='.length);
      memory = memories.find(known => known === name);
      if (memory === undefined) return `--memory takes ${memories.join(', ')}`;
    } else if (isLinkOption(argument) || isLinkable(argument)) linkOptions.push(argument);
    else if (later.test(argument)) return `${argument} is not supported yet`;
    else if (argument.startsWith('-')) return `unknown flag ${argument}`;
    else files.push(argument);
  }
  if (target === 'wasm32' && debug) return '--debug is currently supported only for --target=native';
  if (target !== 'native') return `the target ${target} is not supported yet`;
  if (records.record !== undefined && records.replay !== undefined)
    return 'a run is either recorded or replayed';
  if (Object.keys(records).length > 0 && mode !== 'run')
    return '--record and --replay are for --run; compiled programs take OSPREY_RECORD and OSPREY_REPLAY';
  const [file, more] = files;
  if (file === undefined) return 'name the file to compile';
  if (more !== undefined) return `an Osprey program is one file so far; ${more} is another`;
  return {
    file,
    mode: mode ?? 'check',
    debug,
    quiet,
    linkOptions,
    ...(memory === undefined ? {} : { memory }),
    ...(flavor === undefined ? {} : { flavor }),
    ...(output === undefined ? {} : { output }),
    ...records,
  };
}
