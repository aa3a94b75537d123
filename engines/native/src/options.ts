// Options and filters that every native language has; packs put them into their schemas and lists.

import { Type } from '@sinclair/typebox';

/** Where an option of a launch has a meaning: `OptionUse` of the language contract. */
interface Use {
  readonly usedBy: readonly string[];
  readonly elsewhere: string;
}

const underLldb: Use = { usedBy: ['debug', 'why'], elsewhere: 'LLDB has no part in it.' };

const lldbText = { description: 'The LLDB to use; SONDE_LLDB or the newest on the PATH if absent.' };

const file = (description: string, use?: Use) =>
  Type.Optional(Type.String({ minLength: 1, description, ...use }));

const lookedAt: Use = {
  usedBy: ['debug'],
  elsewhere:
    'A core file is what a program left when it ended: it cannot run. Look at it with `sonde attach --core FILE [PROGRAM]`.',
};

export const nativeLaunchOptions = {
  lldb: Type.Optional(Type.String({ ...lldbText, ...underLldb })),
  followFork: Type.Optional(
    Type.Boolean({
      description:
        'Offer processes that the program forks as sessions of their own, where the client can have those. If absent they run by themselves.',
      usedBy: ['debug'],
      elsewhere: 'Only a debugger follows forks.',
    }),
  ),
  coreFile: file(
    'A core file that the program left: it is looked at, and nothing is started. `core` means the same.',
    lookedAt,
  ),
  core: file('The same as `coreFile`.', lookedAt),
};

export const nativeAttachOptions = {
  processName: file(
    'The process to attach to, by the name of its file, or the path of that. `name` counts too when nothing else says what to attach to; editors put the title of the configuration there.',
  ),
  waitFor: Type.Optional(
    Type.Boolean({
      description: 'Wait for the next process of that name; those that are there do not count.',
    }),
  ),
  core: file('A core file to look at. Its `program` is found by itself where it still is.'),
  coreFile: file('The same as `core`.'),
  gdbRemote: file(
    'HOST:PORT of a server that speaks the GDB remote protocol, such as `lldb-server gdbserver` or `gdbserver`.',
  ),
  lldb: Type.Optional(Type.String(lldbText)),
};

/** A filter that every native language has; what it makes of crashes it says itself. */
export const otherSignals = {
  id: 'any-signal',
  label: 'Other signals',
  description: 'Stops where the program is sent any other signal, such as SIGTERM or SIGUSR1.',
  default: false,
  supportsCondition: false,
} as const;
