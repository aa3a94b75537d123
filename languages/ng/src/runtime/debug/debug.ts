// The debug interface for programs other than Sonde: what the specification names, and the debugger that implements it.

export {
  DebugCommand,
  DebugEvent,
  type DebugBreakpoint,
  type DebugFrame,
  type DebugInterface,
  type DebugStatus,
  type DebugVariable,
} from './debug-interface.js';
export { SourceMap, type SourceMapEntry } from '../../toolchain/format/source-map.js';
export type { BreakpointBinding } from './breakpoint-sites.js';
export type { DebugHost } from './debug-host.js';
export { MachineDebugger, stoppedExitCode, type Evaluation } from './machine-debugger.js';
export type { FrameVariables } from './suspension.js';
export { StreamHost, type ProgramStreams } from './stream-host.js';
