// What breakpoints of every kind look like, asked for and set.
import {
  closedEnumeration,
  flag,
  int32,
  int53,
  list,
  openEnumeration,
  structure,
  text,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { Source } from './sources.js';

/** `id` is what later `breakpoint` events refer to: one without an id can never change. */
export const Breakpoint = structure(
  { verified: flag },
  {
    id: int32,
    /** Shown to the user; say why a breakpoint is not verified. */
    message: text,
    source: Source,
    line: uint53,
    column: uint53,
    endLine: uint53,
    endColumn: uint53,
    instructionReference: text,
    /** In bytes from `instructionReference`. */
    offset: int53,
    /** Only meaningful while not verified: `pending` may still be bound, `failed` will not. */
    reason: closedEnumeration('pending', 'failed'),
  },
);
export type Breakpoint = Infer<typeof Breakpoint>;

/** With a `logMessage` the program does not stop; `{expression}` inside it is evaluated. */
export const SourceBreakpoint = structure(
  { line: uint53 },
  { column: uint53, condition: text, hitCondition: text, logMessage: text, mode: text },
);
export type SourceBreakpoint = Infer<typeof SourceBreakpoint>;

export const FunctionBreakpoint = structure({ name: text }, { condition: text, hitCondition: text });
export type FunctionBreakpoint = Infer<typeof FunctionBreakpoint>;

export const DataBreakpointAccessType = closedEnumeration('read', 'write', 'readWrite');
export type DataBreakpointAccessType = Infer<typeof DataBreakpointAccessType>;

export const DataBreakpoint = structure(
  { dataId: text },
  { accessType: DataBreakpointAccessType, condition: text, hitCondition: text },
);
export type DataBreakpoint = Infer<typeof DataBreakpoint>;

export const InstructionBreakpoint = structure(
  { instructionReference: text },
  { offset: int53, condition: text, hitCondition: text, mode: text },
);
export type InstructionBreakpoint = Infer<typeof InstructionBreakpoint>;

export const BreakpointLocation = structure(
  { line: uint53 },
  { column: uint53, endLine: uint53, endColumn: uint53 },
);
export type BreakpointLocation = Infer<typeof BreakpointLocation>;

export const BreakpointModeApplicability = openEnumeration('source', 'exception', 'data', 'instruction');
export type BreakpointModeApplicability = Infer<typeof BreakpointModeApplicability>;

/** A way to realise a breakpoint that the user may choose, such as "hardware". */
export const BreakpointMode = structure(
  { mode: text, label: text, appliesTo: list(BreakpointModeApplicability) },
  { description: text },
);
export type BreakpointMode = Infer<typeof BreakpointMode>;
