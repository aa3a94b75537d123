// A host for tests: prints numbers, charges, stops, fails and ends programs, and counts what it did.

import type { HostContext, WasmHost } from '../host.js';

let performed = 0;
const hoarded: string[][] = [];

export function createHost(context: HostContext): WasmHost {
  return {
    functions: {
      env: {
        print: (value: number) => {
          performed++;
          context.output('stdout', `${value}\n`);
        },
        /** Gives another number each time, and writes it to memory. */
        next: (address: number) => {
          performed++;
          context.memory.write(address, new Uint8Array([performed, 0, 0, 0]));
          return performed * 10;
        },
        charge: (cost: bigint) => context.charge(cost),
        note: () => context.stop({ kind: 'note', text: 'noted' }),
        fail: (code: number) => context.fail({ name: 'Failed', message: `code ${code}` }),
        hoard: () => void hoarded.push(Array.from({ length: 10_000 }, (_, n) => `${n} ${hoarded.length}`)),
        exit: (code: number) => context.exit(code),
        read: () => {
          const line = context.readLine();
          return line === undefined ? -1 : Number(line);
        },
      },
    },
    globals: { env: { base: 7 } },
    ask: about => (about === 'performed' ? performed : undefined),
  };
}
