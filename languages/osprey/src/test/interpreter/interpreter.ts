// Runs a typed program without compiling it: output, error text and exit code.

import type { Span } from '@sonde/front-end';
import type { TypedProgram } from '../../toolchain/checker/typed-program.js';
import { run, type World } from './evaluate.js';
import { Scheduler, Stopped } from './fibers.js';

export interface Interpreted {
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number;
}

export function interpret(
  program: TypedProgram,
  visit?: World['visit'],
  enter?: World['enter'],
): Interpreted {
  let output = '';
  const scheduler = new Scheduler();
  const world = {
    scheduler,
    globals: new Map(),
    sourceOf: (at: Span) => (program.texts.find(text => text.holds(at)) ?? program.texts[0]!).source.name,
    ...(visit === undefined ? {} : { visit }),
    ...(enter === undefined ? {} : { enter }),
    print: (text: string) => {
      output += `${text}\n`;
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
  return { output, errors: '', exitCode: 0 };
}
