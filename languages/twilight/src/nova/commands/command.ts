// What the commands of nova share: the store they work on, and how they speak.

import { resolve } from 'node:path';
import { Failure } from '@sonde/engine';
import type { CommandStreams, OptionTable, ParsedOptions, SubcommandGiven } from '@sonde/language';
import { accountAddress, type Address } from '../chain/address.js';
import { Chain } from '../chain/chain.js';
import { withAddresses } from '../chain/given-values.js';
import { PlainRunner } from '../machine/plain-runner.js';
import { LevelStore } from '../store/level-store.js';

export interface Given {
  readonly io: CommandStreams;
  readonly options: ParsedOptions;
  readonly words: readonly string[];
  readonly environment: SubcommandGiven;
  /** Resolves when a command that serves is to end. */
  readonly until: () => Promise<unknown>;
}

export interface NovaCommand {
  readonly name: string;
  readonly operands: string;
  readonly summary: string;
  /** Lines of the help. */
  readonly help: readonly string[];
  readonly options: OptionTable;
  /** Number of operands: least and most. */
  readonly words: readonly [number, number];
  /** Gives the exit status. */
  run(given: Given): Promise<number>;
}

export const storeOption = { '--store': 'a folder' } as const;
export const defaultStore = '.nova';

export const storeHelp = [
  `--store FOLDER        what the chain is kept in (default: ${defaultStore} in this folder)`,
  '--json                print JSON',
] as const;

export const folderOf = ({ values }: ParsedOptions): string => resolve(values.get('--store') ?? defaultStore);

/** Opens the store for one command, and closes it whatever happens. */
export async function withChain<Result>(
  { options }: Given,
  create: boolean,
  work: (chain: Chain) => Promise<Result>,
): Promise<Result> {
  const store = await LevelStore.open(folderOf(options), { create });
  let chain: Chain;
  try {
    chain = new Chain(store, new PlainRunner());
  } catch (error) {
    await store.close();
    throw error;
  }
  try {
    return await work(chain);
  } finally {
    await chain.close();
  }
}

/** An account or contract by its address or name. */
export const addressIn = (chain: Chain, text: string): Address =>
  (text.startsWith('0x') ? undefined : chain.addressOfName(text)) ?? accountAddress(text);

export function amountOf(options: ParsedOptions, name: string, absent: bigint): bigint {
  const text = options.values.get(name);
  if (text === undefined) return absent;
  if (/^\d{1,39}$/.test(text)) return BigInt(text);
  throw new Failure('bad-arguments', 'user', `${name} is a whole number, not ${text}.`);
}

/** Of operands: each as JSON where it is some, else as a text. */
export function argumentsOf(chain: Chain, options: ParsedOptions, words: readonly string[]): unknown {
  const text = options.values.get('--args');
  if (text !== undefined && words.length > 0)
    throw new Failure('bad-arguments', 'user', 'arguments come with --args or as words, not both.');
  const given = text === undefined ? words.map(wordValue) : parsed(text);
  return withAddresses(given, name => chain.addressOfName(name));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('bad-arguments', 'user', '--args is no JSON.', `Quote it: --args '[1, "two"]'.`);
  }
}

function wordValue(word: string): unknown {
  // Numbers beyond those of JSON would lose digits.
  if (/^-?\d+$/.test(word)) return word;
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

export const printJson = ({ stdout }: CommandStreams, value: unknown): void =>
  void stdout.write(`${JSON.stringify(value, null, 2)}\n`);

export const wantsJson = ({ flags }: ParsedOptions): boolean => flags.has('--json');
