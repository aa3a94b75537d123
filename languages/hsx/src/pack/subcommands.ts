// The tools as commands; each is loaded when it is called.

import type { Subcommand } from '@sonde/language';

export const subcommands: readonly Subcommand[] = [
  {
    name: 'hsx-cc',
    operands: 'FILE.c…',
    summary: 'Compile and link C for HSX.',
    run: async args => (await import('../toolchain/commands/hsx-cc.js')).hsxCc(args),
  },
  {
    name: 'hsx-llc',
    operands: 'FILE.ll',
    summary: 'Compile LLVM IR to MVASM for HSX.',
    run: async args => (await import('../toolchain/commands/hsx-llc.js')).hsxLlc(args),
  },
  {
    name: 'hsx-asm',
    operands: 'FILE.mvasm',
    summary: 'Assemble MVASM for HSX.',
    run: async args => (await import('../toolchain/commands/hsx-asm.js')).hsxAsm(args),
  },
  {
    name: 'hsx-ld',
    operands: 'FILE.hxo…',
    summary: 'Link objects to a program for HSX.',
    run: async args => (await import('../toolchain/commands/hsx-ld.js')).hsxLd(args),
  },
  {
    name: 'hsx-dis',
    operands: 'FILE.hxe|FILE.hxo',
    summary: 'Disassemble a program or an object for HSX.',
    run: async args => (await import('../toolchain/commands/hsx-dis.js')).hsxDis(args),
  },
];
