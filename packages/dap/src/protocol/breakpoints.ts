// Setting breakpoints. Each set request replaces all earlier breakpoints of its kind (for sources: of that source).
import { Type } from '@sinclair/typebox';
import {
  flag,
  int32,
  list,
  optional,
  reference,
  request,
  required,
  structure,
  text,
  uint32,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import {
  Breakpoint,
  BreakpointLocation,
  DataBreakpoint,
  DataBreakpointAccessType,
  FunctionBreakpoint,
  InstructionBreakpoint,
  SourceBreakpoint,
} from './breakpoint-types.js';
import { Source } from './sources.js';

export const BreakpointLocationsArguments = structure(
  { source: Source, line: uint53 },
  { column: uint53, endLine: uint53, endColumn: uint53 },
);
export type BreakpointLocationsArguments = Infer<typeof BreakpointLocationsArguments>;

export const BreakpointLocationsResponseBody = structure({ breakpoints: list(BreakpointLocation) });
export type BreakpointLocationsResponseBody = Infer<typeof BreakpointLocationsResponseBody>;

/** `lines` is the old way of saying `breakpoints`; it is read only when the latter is absent. */
export const SetBreakpointsArguments = structure(
  { source: Source },
  { breakpoints: list(SourceBreakpoint), lines: list(uint53), sourceModified: flag },
);
export type SetBreakpointsArguments = Infer<typeof SetBreakpointsArguments>;

/** One per requested breakpoint, in the same order: clients match them up by position. */
export const SetBreakpointsResponseBody = structure({ breakpoints: list(Breakpoint) });
export type SetBreakpointsResponseBody = Infer<typeof SetBreakpointsResponseBody>;

export const SetFunctionBreakpointsArguments = structure({ breakpoints: list(FunctionBreakpoint) });
export type SetFunctionBreakpointsArguments = Infer<typeof SetFunctionBreakpointsArguments>;

/**
 * What `name` means depends on its company: a child of `variablesReference`, else an expression in `frameId`,
 * else a global expression; with `asAddress` it is an address and `bytes` its extent.
 */
export const DataBreakpointInfoArguments = structure(
  { name: text },
  { variablesReference: reference, frameId: int32, bytes: uint32, asAddress: flag, mode: text },
);
export type DataBreakpointInfoArguments = Infer<typeof DataBreakpointInfoArguments>;

/** `dataId` must be there and is null when no data breakpoint is possible; `description` then says why. */
export const DataBreakpointInfoResponseBody = structure(
  { dataId: Type.Union([Type.String(), Type.Null()]), description: text },
  { accessTypes: list(DataBreakpointAccessType), canPersist: flag },
);
export type DataBreakpointInfoResponseBody = Infer<typeof DataBreakpointInfoResponseBody>;

export const SetDataBreakpointsArguments = structure({ breakpoints: list(DataBreakpoint) });
export type SetDataBreakpointsArguments = Infer<typeof SetDataBreakpointsArguments>;

export const SetInstructionBreakpointsArguments = structure({ breakpoints: list(InstructionBreakpoint) });
export type SetInstructionBreakpointsArguments = Infer<typeof SetInstructionBreakpointsArguments>;

export const breakpointRequests = {
  // The protocol calls these arguments optional although two of their properties are required.
  breakpointLocations: request(
    optional(BreakpointLocationsArguments),
    required(BreakpointLocationsResponseBody),
  ),
  setBreakpoints: request(required(SetBreakpointsArguments), required(SetBreakpointsResponseBody)),
  setFunctionBreakpoints: request(
    required(SetFunctionBreakpointsArguments),
    required(SetBreakpointsResponseBody),
  ),
  dataBreakpointInfo: request(
    required(DataBreakpointInfoArguments),
    required(DataBreakpointInfoResponseBody),
  ),
  setDataBreakpoints: request(required(SetDataBreakpointsArguments), required(SetBreakpointsResponseBody)),
  setInstructionBreakpoints: request(
    required(SetInstructionBreakpointsArguments),
    required(SetBreakpointsResponseBody),
  ),
};
