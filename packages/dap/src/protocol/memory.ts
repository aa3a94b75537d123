// Memory, machine code, and where in the source something is. Addresses travel as text, bytes as base64.
import {
  closedEnumeration,
  flag,
  int32,
  int53,
  list,
  optional,
  request,
  required,
  structure,
  text,
  uint32,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { Source } from './sources.js';

export const ReadMemoryArguments = structure({ memoryReference: text, count: uint53 }, { offset: int53 });
export type ReadMemoryArguments = Infer<typeof ReadMemoryArguments>;

/** `unreadableBytes` counts what follows the last byte of `data`: the client skips it and asks again. */
export const ReadMemoryResponseBody = structure({ address: text }, { unreadableBytes: uint53, data: text });
export type ReadMemoryResponseBody = Infer<typeof ReadMemoryResponseBody>;

/** Without `allowPartial` either everything is written or nothing. */
export const WriteMemoryArguments = structure(
  { memoryReference: text, data: text },
  { offset: int53, allowPartial: flag },
);
export type WriteMemoryArguments = Infer<typeof WriteMemoryArguments>;

export const WriteMemoryResponseBody = structure({}, { offset: int53, bytesWritten: uint32 });
export type WriteMemoryResponseBody = Infer<typeof WriteMemoryResponseBody>;

/** `offset` counts bytes and is applied first, then `instructionOffset` counts instructions. */
export const DisassembleArguments = structure(
  { memoryReference: text, instructionCount: uint32 },
  { offset: int53, instructionOffset: int53, resolveSymbols: flag },
);
export type DisassembleArguments = Infer<typeof DisassembleArguments>;

/** `location` may be left out when it is the same as that of the instruction before. */
export const DisassembledInstruction = structure(
  { address: text, instruction: text },
  {
    instructionBytes: text,
    symbol: text,
    location: Source,
    line: uint53,
    column: uint53,
    endLine: uint53,
    endColumn: uint53,
    presentationHint: closedEnumeration('normal', 'invalid'),
  },
);
export type DisassembledInstruction = Infer<typeof DisassembledInstruction>;

/** Exactly `instructionCount` of them: pad with `invalid` ones where there is no code. */
export const DisassembleResponseBody = structure({ instructions: list(DisassembledInstruction) });
export type DisassembleResponseBody = Infer<typeof DisassembleResponseBody>;

export const LocationsArguments = structure({ locationReference: int32 });
export type LocationsArguments = Infer<typeof LocationsArguments>;

export const LocationsResponseBody = structure(
  { source: Source, line: uint53 },
  { column: uint53, endLine: uint53, endColumn: uint53 },
);
export type LocationsResponseBody = Infer<typeof LocationsResponseBody>;

export const memoryRequests = {
  readMemory: request(required(ReadMemoryArguments), optional(ReadMemoryResponseBody)),
  writeMemory: request(required(WriteMemoryArguments), optional(WriteMemoryResponseBody)),
  disassemble: request(required(DisassembleArguments), optional(DisassembleResponseBody)),
  locations: request(required(LocationsArguments), optional(LocationsResponseBody)),
};
