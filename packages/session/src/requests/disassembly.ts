// Disassembly: exactly as many instructions as were asked for, as the protocol wants it.

import type { DisassembledInstruction } from '@sonde/dap';
import { Failure, notSupported, type Address, type Instruction } from '@sonde/engine';
import { clientSource } from '../events/event-translation.js';
import { addressIn, lastAddress } from '../values/named-address.js';
import { serve, type RequestEntry, type SessionContext } from '../request-table.js';

/** More than anybody reads, and no more than a message holds. */
const mostRows = 100_000;

export const disassemblyRequests: readonly RequestEntry[] = [
  serve(
    'disassemble',
    { needs: 'loaded', capability: 'supportsDisassembleRequest' },
    async (context, args) => {
      const { session } = context;
      const engine = await session.engine();
      if (engine.disassemble === undefined) throw notSupported('disassembly');
      const from = addressIn(args.memoryReference, args.offset);
      const stop = session.state === 'stopped' ? session.stopped().stop.id : undefined;
      const skip = args.instructionOffset ?? 0;
      const count = args.instructionCount;
      if (count > mostRows)
        throw new Failure(
          'bad-arguments',
          'user',
          `at most ${mostRows} instructions can be asked for at once.`,
        );
      const reach = Math.max(skip, -mostRows);
      // As far as the reference itself, so that what lies in front of it can be counted from there.
      const found = await engine.disassemble(stop, from, reach, reach < 0 ? Math.max(count, -reach) : count);
      const rows = rowsFrom(found, from, skip, count);
      return { instructions: rows.map(row => ('text' in row ? body(context, row) : nothingAt(row.nothing))) };
    },
  ),
];

type Row = Instruction | { readonly nothing: bigint };

/** A row for each instruction that was asked for, counted from the reference: real ones, or none where there is none. */
function rowsFrom(found: readonly Instruction[], from: Address, skip: number, count: number): readonly Row[] {
  const before = skip < 0 ? found.filter(({ address }) => address.offset < from.offset) : [];
  const behind = found.slice(before.length);
  const first = before[0] ?? behind[0];
  const last = found.at(-1);
  return Array.from({ length: count }, (_, row) => {
    const nth = skip + row;
    const real = nth < 0 ? before[before.length + nth] : behind[skip < 0 ? nth : row];
    if (real !== undefined) return real;
    // Made-up addresses go on where the real ones end, so that they are in order too.
    const inFront = nth < 0;
    const distance = BigInt(inFront ? -nth - before.length : nth - Math.max(skip, 0) - behind.length + 1);
    const edge = inFront
      ? (first?.address.offset ?? from.offset)
      : (last?.address.offset ?? from.offset - 1n);
    return { nothing: inFront ? edge - distance : edge + distance };
  });
}

const nothingAt = (at: bigint): DisassembledInstruction => ({
  address: hex(at < 0n ? 0n : at > lastAddress ? lastAddress : at),
  instruction: 'no instruction',
  presentationHint: 'invalid',
});

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
