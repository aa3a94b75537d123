// The breakpoints that a `setBreakpoints` asks for.
import type { Request, SetBreakpointsArguments, SourceBreakpoint } from '@sonde/dap';

export const askedIn = ({ arguments: args }: Request): readonly SourceBreakpoint[] =>
  (args as SetBreakpointsArguments).breakpoints ?? [];
