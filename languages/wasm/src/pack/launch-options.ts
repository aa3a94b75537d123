// Launch options of modules.

import { Type, type Static } from '@sinclair/typebox';

export const launchOptions = Type.Object({
  function: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The exported function to call; _start if absent, or main where there is none.',
    }),
  ),
  functionArgs: Type.Optional(
    Type.Array(Type.Union([Type.Number(), Type.String(), Type.Boolean()]), {
      description:
        'What to call it with, one number for each parameter; integers beyond 2^53 as texts: "0x7fffffffffffffff".',
    }),
  ),
  imports: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
      description:
        'What imports answer that are not of WASI, by module and name: { "env.now": 0 }; null for those that answer nothing.',
    }),
  ),
  optimize: Type.Optional(
    Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('2'), Type.Literal('s')], {
      description: 'How much the C compiler optimises, where C is launched; "0" if absent.',
    }),
  ),
  cflags: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Options for the C compiler, where C is launched, such as -DNAME=1 or -Ifolder.',
    }),
  ),
});

/** What a build takes of them, already checked. */
export type BuildOptions = Static<typeof launchOptions>;
