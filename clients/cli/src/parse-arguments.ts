// Turns the words after a command's name into an invocation, or says which word is wrong.

import { parseArgs } from 'node:util';
import type { Language } from '@sonde/language';
import { UsageError, type Command, type Invocation, type OptionSpec, type Surroundings } from './command.js';
import { withLaunchFlags } from './launch-options.js';
import { didYouMean } from './nearest.js';

const helpOption: OptionSpec = { type: 'boolean', short: 'h', help: 'show this help' };

export const optionsOf = (
  command: Command,
  languages: readonly Language[],
): Readonly<Record<string, OptionSpec>> => ({
  ...withLaunchFlags(command, languages),
  help: helpOption,
});

export type Parsed = { readonly kind: 'help' } | { readonly kind: 'run'; readonly invocation: Invocation };

export function parseArguments(
  command: Command,
  args: readonly string[],
  surroundings: Surroundings,
): Parsed {
  const options = optionsOf(command, surroundings.languages);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        short === undefined ? { type } : { type, short },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, readonly (string | true)[]>();
  const operands: string[] = [];
  let programArguments: readonly string[] = [];
  for (const token of tokens) {
    // Our own options may stand before or after the program; its first own word ends them.
    const belongsToProgram = command.takes === 'program' && operands.length === 1;
    if (token.kind === 'option-terminator') {
      if (!belongsToProgram) continue;
      programArguments = args.slice(token.index + 1);
      break;
    }
    if (belongsToProgram && (token.kind === 'positional' || !Object.hasOwn(options, token.name))) {
      programArguments = args.slice(token.index);
      break;
    }
    if (token.kind === 'positional') {
      operands.push(token.value);
      continue;
    }
    const spec = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (spec === undefined) throw unknownOption(command, token.rawName, options);
    const value = valueOf(spec, token.rawName, token.value);
    values.set(token.name, spec.repeats === true ? [...(values.get(token.name) ?? []), value] : [value]);
  }
  if (values.has('help')) return { kind: 'help' };
  checkOperands(command, operands);
  const texts = (name: string): readonly string[] =>
    (values.get(name) ?? []).filter(value => typeof value === 'string');
  return {
    kind: 'run',
    invocation: {
      ...surroundings,
      operands,
      programArguments,
      flag: name => values.get(name)?.[0] === true,
      text: name => texts(name)[0],
      texts,
    },
  };
}

function valueOf(spec: OptionSpec, rawName: string, value: string | undefined): string | true {
  if (spec.type === 'string') {
    if (value !== undefined) return value;
    throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value ?? 'VALUE'}.`);
  }
  if (value === undefined) return true;
  throw new UsageError(`${rawName} takes no value.`);
}

function unknownOption(
  command: Command,
  rawName: string,
  options: Readonly<Record<string, OptionSpec>>,
): UsageError {
  const known = Object.keys(options).map(name => `--${name}`);
  return new UsageError(`sonde ${command.name} has no option ${rawName}.${didYouMean(rawName, known)}`);
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const { least, most } =
    command.takes === 'program'
      ? { least: command.programIsOptional === true ? 0 : 1, most: 1 }
      : command.takes;
  if (operands.length < least) throw new UsageError(`sonde ${command.name} needs ${command.operands}.`);
  const extra = operands[most];
  if (extra !== undefined) throw new UsageError(`sonde ${command.name} does not take "${extra}".`);
}

/** A port number, or a refusal. */
export function portIn(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`"${text}" is not a port: give a number from 0 to 65535, 0 to have one picked.`);
}
