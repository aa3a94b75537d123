// Faults of memory, one for each check of the same name.
import type {
  DisassembleResponseBody,
  EvaluateResponseBody,
  ReadMemoryArguments,
  ReadMemoryResponseBody,
  StackTraceResponseBody,
  WriteMemoryArguments,
} from '@sonde/dap';
import type { Fault } from './fault.js';
import { changedBodies, changedRequests } from './seeds.js';
import { argumentsOf, changedWhen } from './seen-session.js';
import { withoutArgument } from './without.js';

export const memoryFaults: readonly Fault[] = [
  {
    check: 'memory/read',
    does: 'reads a wrong first byte where no offset is given',
    seed: changedBodies<ReadMemoryResponseBody>('readMemory', (body, request) =>
      argumentsOf(request)['offset'] === undefined ? { ...body, data: spoilt(body.data) } : body,
    ),
  },
  {
    check: 'memory/read-offset',
    does: 'reads wrong bytes at an offset',
    seed: changedBodies<ReadMemoryResponseBody>('readMemory', (body, request) =>
      isAtOffset(request.arguments) ? { ...body, data: spoilt(body.data) } : body,
    ),
  },
  {
    check: 'memory/address',
    does: 'tells another address than that of the bytes at an offset',
    seed: changedBodies<ReadMemoryResponseBody>('readMemory', (body, request) =>
      isAtOffset(request.arguments) ? { ...body, address: '0xfade' } : body,
    ),
  },
  {
    check: 'memory/unreadable',
    does: 'says of long reads that more bytes are unreadable than were asked for',
    seed: changedBodies<ReadMemoryResponseBody>('readMemory', (body, request) => {
      const { count } = request.arguments as ReadMemoryArguments;
      return count >= 1 << 16 ? { ...body, unreadableBytes: count + 1 } : body;
    }),
  },
  {
    check: 'memory/write',
    does: 'writes other bytes than it was told to',
    seed: changedRequests('writeMemory', request => {
      const args = request.arguments as WriteMemoryArguments;
      return isPartial(args) ? request : { ...request, arguments: { ...args, data: spoilt(args.data) } };
    }),
  },
  {
    check: 'memory/write-partial',
    does: 'does not say how many bytes were written',
    seed: changedBodies<unknown>('writeMemory', (body, request) =>
      isPartial(request.arguments) ? {} : body,
    ),
  },
  {
    check: 'memory/no-references',
    does: 'gives memory references to clients that cannot take them',
    seed: changedWhen('evaluate', (response, _request, seen) =>
      response.success && seen.client.supportsMemoryReferences === false
        ? { ...response, body: { ...(response.body as EvaluateResponseBody), memoryReference: '0x10' } }
        : response,
    ),
  },
  {
    check: 'memory/disassemble',
    does: 'gives one instruction fewer where many were asked for',
    seed: changedBodies<DisassembleResponseBody>('disassemble', body =>
      body.instructions.length > 100 ? { ...body, instructions: body.instructions.slice(1) } : body,
    ),
  },
  {
    check: 'memory/disassemble-offset',
    does: 'ignores the instructionOffset',
    seed: withoutArgument('disassemble', 'instructionOffset'),
  },
  {
    check: 'memory/disassemble-line',
    does: 'tells lines of instructions one too far down',
    seed: changedBodies<DisassembleResponseBody>('disassemble', body => ({
      ...body,
      instructions: body.instructions.map(each =>
        each.line === undefined ? each : { ...each, line: each.line + 1 },
      ),
    })),
  },
  {
    check: 'memory/instruction-pointer',
    does: 'gives callers an instruction pointer that leads nowhere',
    seed: changedBodies<StackTraceResponseBody>('stackTrace', body => ({
      ...body,
      stackFrames: body.stackFrames.map((frame, index) =>
        index === 1 ? { ...frame, instructionPointerReference: 'nowhere' } : frame,
      ),
    })),
  },
];

const isAtOffset = (args: unknown): boolean => ((args as ReadMemoryArguments).offset ?? 0) > 0;

const isPartial = (args: unknown): boolean => (args as WriteMemoryArguments).allowPartial === true;

/** With another first byte. */
function spoilt(data = ''): string {
  const bytes = Buffer.from(data, 'base64');
  return Buffer.from(bytes.map((byte, index) => (index === 0 ? byte ^ 0xff : byte))).toString('base64');
}
