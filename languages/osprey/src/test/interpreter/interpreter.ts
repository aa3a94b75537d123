// Runs a typed program without compiling it: output, error text and exit code.

import type { Span } from '@sonde/front-end';
import type { TypedProgram } from '../../toolchain/checker/typed-program.js';
import { run, type World } from './evaluate.js';
import { Scheduler, Stopped } from './fibers.js';
import { TestRun } from './tests.js';
import { failure, success } from './values.js';

export interface Interpreted {
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number;
}

/** `input` is what comes on standard input; files are kept in memory, and there are none at first. */
export function interpret(
  program: TypedProgram,
  visit?: World['visit'],
  enter?: World['enter'],
  input = '',
): Interpreted {
  let output = '';
  const lines = input.split('\n');
  const files = new Map<string, string>();
  const scheduler = new Scheduler();
  const print = (text: string): void => {
    output += `${text}\n`;
  };
  const world: World = {
    scheduler,
    globals: new Map(),
    sourceOf: (at: Span) => (program.texts.find(text => text.holds(at)) ?? program.texts[0]!).source.name,
    ...(visit === undefined ? {} : { visit }),
    ...(enter === undefined ? {} : { enter }),
    print,
    tests: new TestRun(print),
    input: () => lines.shift() ?? '',
    readFile: path => {
      const content = files.get(path);
      return content === undefined
        ? failure(`readFile: ${path}: No such file or directory`)
        : success(content);
    },
    writeFile: (path, content) => {
      files.set(path, content);
      return success(BigInt(Buffer.byteLength(content)));
    },
  };
  try {
    const statements = [...program.constants, ...program.main.statements];
    scheduler.run(
      run(statements, { world, environment: new Map(), frame: 'main', number: 0, handlers: undefined }),
    );
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { output, errors: error.words === '' ? '' : `${error.words}\n`, exitCode: error.exitCode };
  }
  const exitCode = program.isTest ? world.tests.finish() : 0;
  return { output, errors: '', exitCode };
}
