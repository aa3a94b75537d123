// Launch options of HSX programs.

import { Type, type Static } from '@sinclair/typebox';
import { executiveOption } from './executive/attach-options.js';
import { defaultQuantum, defaultTraceSize } from '../runtime/image.js';

export const launchOptions = Type.Object({
  tasks: Type.Optional(
    Type.Array(Type.String(), {
      description: 'More programs (C, MVASM, .hxe) that run beside this one, each as a task of its own.',
    }),
  ),
  symbols: Type.Optional(
    Type.String({ description: 'The symbol file of a .hxe; the one beside it of the same name if absent.' }),
  ),
  optimize: Type.Optional(
    Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2')], {
      description: 'How much the C compiler optimises; "0" if absent.',
    }),
  ),
  clang: Type.Optional(
    Type.String({
      description:
        'The clang that reads C: a path, or "wasm" for the one that comes along. It is taken if absent.',
    }),
  ),
  cflags: Type.Optional(
    Type.Array(Type.String(), { description: 'Options for the C compiler, such as -DNAME=1 or -Ifolder.' }),
  ),
  quantum: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: `Instructions that a task runs before the next has its turn; ${defaultQuantum} if absent.`,
    }),
  ),
  executive: Type.Optional(executiveOption),
  trace: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: `How many of the last instructions of each task are kept to be looked at; ${defaultTraceSize} if absent.`,
    }),
  ),
});

/** What a build takes of them, already checked. */
export type BuildOptions = Static<typeof launchOptions>;
