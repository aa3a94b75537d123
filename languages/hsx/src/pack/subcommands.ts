// The tools as commands; each is loaded when it is called.

import type { Subcommand } from '@sonde/language';

const tools: readonly Subcommand[] = [
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
  {
    name: 'hsx-exec',
    operands: '[FILE.hxe…]',
    summary: 'Run HSX tasks and serve debuggers over TCP.',
    run: async (args, given) => (await import('../executive/hsx-exec.js')).hsxExec(args, given),
  },
];

const usage = `usage: sonde hsx TOOL …

${tools.map(({ name, summary }) => `  ${name.replace('hsx-', '').padEnd(5)} ${summary}\n`).join('')}
sonde hsx TOOL --help tells the options of one.
`;

/** `sonde hsx exec` is `hsx-exec`, and so on. */
const together: Subcommand = {
  name: 'hsx',
  operands: 'cc|llc|asm|ld|dis|exec …',
  summary: 'The tools of HSX by their short names.',
  run: async ([name = '', ...args], given) => {
    const tool = tools.find(each => each.name === `hsx-${name}`);
    if (tool !== undefined) return tool.run(args, given);
    if (name === '--help' || name === '-h') {
      process.stdout.write(usage);
      return 0;
    }
    process.stderr.write(name === '' ? usage : `hsx: there is no tool ${name}\nTry: sonde hsx --help\n`);
    return 2;
  },
};

export const subcommands: readonly Subcommand[] = [...tools, together];
