// What solidity has and Twilight has not, with what to do instead.

import { SyntaxMistake, type Span } from '@sonde/front-end';

/** Statements, items and words of declarations. */
const forms: Readonly<Record<string, string>> = {
  assembly: 'Assembly',
  try: 'try/catch',
  interface: 'Interfaces',
  abstract: 'Abstract contracts',
  library: 'Libraries',
  using: '`using`',
  receive: 'A receive function',
  fallback: 'A fallback function',
  is: 'Inheritance',
  override: 'Inheritance',
  virtual: 'Inheritance',
  super: '`super`',
};

const hints: Readonly<Record<string, string>> = {
  library: 'Write functions outside contracts.',
  is: 'Copy what is needed into the contract.',
  override: 'Copy what is needed into the contract.',
  virtual: 'Copy what is needed into the contract.',
  receive: 'Make a payable function.',
  fallback: 'Make a payable function.',
  try: 'There are no calls of other contracts.',
};

export const isRejectedForm = (word: string): boolean => Object.hasOwn(forms, word);

export const rejectedForm = (word: string, at: Span): SyntaxMistake =>
  new SyntaxMistake(at, `${forms[word] ?? word} cannot be converted to Twilight`, hints[word]);

/** What is called of addresses and other contracts; a field may have such a name. */
export const rejectedMembers = new Map<string, string>([
  ...['call', 'delegatecall', 'staticcall', 'callcode'].map((name): [string, string] => [
    name,
    'Contracts cannot call each other.',
  ]),
  ...['transfer', 'send'].map((name): [string, string] => [name, 'The host has no balances.']),
]);

export const rejectedFunctions = new Map<string, string>([
  ['selfdestruct', 'Contracts stay.'],
  ['suicide', 'Contracts stay.'],
  ['gasleft', 'Gas globals are not converted.'],
  ['blockhash', 'Ask for the block number or the timestamp.'],
  ['sha256', 'There are keccak256 and nova::crypto::blake3.'],
  ['ripemd160', 'There are keccak256 and nova::crypto::blake3.'],
  ['ecrecover', 'There are keccak256 and nova::crypto::blake3.'],
  ['addmod', 'Write it with + and %.'],
  ['mulmod', 'Write it with * and %.'],
]);
