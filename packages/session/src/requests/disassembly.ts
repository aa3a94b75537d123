// Disassembly: exactly as many instructions as were asked for, as the protocol wants it.

import type { DisassembledInstruction } from '@sonde/dap';
import { Failure, notSupported, parseAddress, type Address, type Instruction } from '@sonde/engine';
import { clientSource } from '../event-translation.js';
import { serve, type RequestEntry, type SessionContext } from '../request-table.js';

export const disassemblyRequests: readonly RequestEntry[] = [
  serve(
    'disassemble',
    { needs: 'loaded', capability: 'supportsDisassembleRequest' },
    async (context, args) => {
      const { session } = context;
      const engine = await session.engine();
      if (engine.disassemble === undefined) throw notSupported('disassembly');
      const base = parseAddress(args.memoryReference);
      if (base === undefined) {
        throw new Failure('bad-arguments', 'user', `"${args.memoryReference}" is not an address.`);
      }
      const from = { ...base, offset: base.offset + BigInt(args.offset ?? 0) };
      const stop = session.state === 'stopped' ? session.stopped().stop.id : undefined;
      const skip = args.instructionOffset ?? 0;
      const found = await engine.disassemble(stop, from, skip, args.instructionCount);
      const real = found.slice(0, args.instructionCount).map(instruction => body(context, instruction));
      return { instructions: padded(real, missingBefore(found, from, skip), args.instructionCount, from) };
    },
  ),
];

/** How many instructions in front of the reference were asked for and do not exist. */
function missingBefore(found: readonly Instruction[], from: Address, skip: number): number {
  if (skip >= 0) return 0;
  const before = found.filter(instruction => instruction.address.offset < from.offset).length;
  return Math.max(0, -skip - before);
}

/** Fills up with instructions that are marked as invalid where the program has none. */
function padded(
  real: readonly DisassembledInstruction[],
  front: number,
  count: number,
  from: Address,
): DisassembledInstruction[] {
  const first = real[0] === undefined ? from.offset : BigInt(real[0].address);
  const last = BigInt(real.at(-1)?.address ?? from.offset);
  const inFront = Math.min(front, count - real.length);
  const nothing = (at: bigint): DisassembledInstruction => ({
    address: hex(at < 0n ? 0n : at),
    instruction: 'no instruction',
    presentationHint: 'invalid',
  });
  const behind = count - real.length - inFront;
  return [
    ...Array.from({ length: inFront }, (_, n) => nothing(first - BigInt(inFront - n))),
    ...real,
    ...Array.from({ length: behind }, (_, n) => nothing(last + BigInt(n + 1))),
  ];
}

function body({ session, client }: SessionContext, instruction: Instruction): DisassembledInstruction {
  const { location, bytes, symbol } = instruction;
  return {
    address: hex(instruction.address.offset),
    instruction: instruction.text,
    ...(symbol === undefined ? {} : { symbol }),
    ...(bytes === undefined ? {} : { instructionBytes: Buffer.from(bytes).toString('hex') }),
    ...(location === undefined
      ? {}
      : { location: clientSource(session, client, location.source), ...client.translation.range(location) }),
  };
}

const hex = (value: bigint): string => `0x${value.toString(16)}`;
