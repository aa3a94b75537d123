// What the scenario needs to know about each language: its programs, and what they show where.

import type { Profile } from '@sonde/testkit';
import { fixture } from './fixtures.js';

/** All languages run the same steps, so that what they show can be compared line by line. */
const sameSteps = {
  exitCode: 0,
  line: { at: '#line', expression: 'x', before: '1', after: '2' },
  steps: {
    into: { at: '#call', functionName: 'add', lands: '#in-add' },
    outLands: ['#call', '#over'],
    over: { at: '#over', lands: '#after-over' },
  },
  breakpoints: {
    at: '#loop',
    condition: { text: 'i == 3', shows: { expression: 'total', value: '20' } },
    hitCount: { text: '2', shows: { expression: 'i', value: '1' } },
    logPoint: {
      message: 'i is {i}, twice {i * 2}',
      prints: ['i is 0, twice 0', 'i is 1, twice 2', 'i is 4, twice 8'],
    },
  },
  set: {
    at: '#line',
    variable: 'x',
    value: '40 + 1',
    shown: '41',
    later: { at: '#call', expression: 'x', value: '42' },
  },
  evaluate: {
    at: '#call',
    expressions: [
      { expression: 'x', value: '2', type: 'int' },
      { expression: 'x * 3 + 1', value: '7' },
      { expression: 'x == 2', value: /true|1/ },
    ],
    nonsense: ['x +', 'nobody'],
  },
} satisfies Partial<Profile>;

const samePrograms = (extension: string) =>
  ({
    name: extension,
    program: fixture(`scenario.${extension}`),
    endless: {
      program: fixture(`endless.${extension}`),
      announces: 'spinning',
      functionName: 'spin',
      shows: { expression: 'one', value: '1' },
    },
    input: {
      program: fixture(`asks.${extension}`),
      prompt: 'your name?',
      functionName: 'greet',
      answer: { line: 'Ada', prints: 'hello Ada' },
    },
  }) satisfies Partial<Profile>;

export const miniProfile: Profile = {
  ...sameSteps,
  ...samePrograms('mini'),
  data: { at: '#after-over', variable: 'total', values: ['17', '18', '20', '23', '27'] },
  exceptions: { program: fixture('throws.mini'), filter: 'thrown', at: '#throw', text: 'odd number' },
};

export const cProfile: Profile = {
  ...sameSteps,
  ...samePrograms('c'),
  data: { at: '#after-over', variable: 'total', values: ['17', '18', '20', '23', '27'] },
  exceptions: { program: fixture('throws.c'), filter: 'signal', at: '#throw', text: 'SIGSEGV' },
};

export const ngProfile: Profile = {
  ...sameSteps,
  ...samePrograms('ng'),
  data: { at: '#after-over', variable: 'total', values: ['17', '18', '20', '23', '27'] },
  exceptions: { program: fixture('throws.ng'), filter: 'thrown', at: '#throw', text: 'Division by zero' },
  evaluate: {
    at: '#call',
    expressions: [
      { expression: 'x', value: '2', type: 'i32' },
      // The language has no precedence: the right side is computed first.
      { expression: 'x * 3 + 1', value: '8' },
      { expression: 'add(x, 40)', value: '42' },
      { expression: 'x == 2', value: 'true' },
    ],
    nonsense: ['x +', 'nobody'],
  },
};

/** The same C as `cProfile`, on the machine of HSX. */
export const hsxProfile: Profile = {
  ...cProfile,
  name: 'hsx',
  launch: { language: 'hsx' },
  exceptions: { program: fixture('throws.hsx.c'), filter: 'thrown', at: '#throw', text: 'division by zero' },
};

/** The same C, as a module of WebAssembly. */
export const wasmProfile: Profile = {
  ...sameSteps,
  ...samePrograms('c'),
  name: 'wasm',
  launch: { language: 'wasm' },
  endless: { ...samePrograms('wasm.c').endless, launch: {} },
  data: { at: '#after-over', variable: 'total', values: ['18', '20', '23', '27'] },
  exceptions: { program: fixture('throws.hsx.c'), filter: 'thrown', at: '#throw', text: 'divided by zero' },
};

/** Bindings never change here but for the cells of handlers, so the loop is a recursion and a handler writes `x`. */
export const ospreyProfile: Profile = {
  ...sameSteps,
  ...samePrograms('osp'),
  data: { at: '#line', variable: 'x', values: ['2', '5', '9'] },
  exceptions: {
    program: fixture('throws.osp'),
    filter: 'arithmetic',
    at: '#throw',
    text: 'integer overflow: 9223372036854775807 + 1',
  },
};

/** Contracts read no input. */
export const twilightProfile: Profile = {
  ...sameSteps,
  name: 'twl',
  program: fixture('scenario.twl'),
  endless: {
    program: fixture('endless.twl'),
    // More than the program could use in a year.
    launch: { gasLimit: '9007199254740992' },
    announces: 'spinning',
    functionName: 'spin',
    shows: { expression: 'one', value: '1' },
  },
  // A write that changes nothing is not seen.
  data: { at: '#after-over', variable: 'total', values: ['18', '20', '23', '27'] },
  lacks: {
    input: 'a contract reads no input',
  },
  exceptions: { program: fixture('throws.twl'), filter: 'revert', at: '#throw', text: 'odd number' },
  evaluate: {
    at: '#call',
    expressions: [
      { expression: 'x', value: '2', type: 'u64' },
      { expression: 'x * 3 + 1', value: '7' },
      { expression: 'x == 2', value: 'true' },
    ],
    nonsense: ['x +', 'nobody'],
  },
};
