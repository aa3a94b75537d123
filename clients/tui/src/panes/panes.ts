// All panes of a screen, by their ids.
import type { Shelf } from '@sonde/client';
import { BreakpointsPane } from './breakpoints-pane.js';
import { ConsolePane } from './console-pane.js';
import { DisassemblyPane } from './disassembly-pane.js';
import { FunctionsPane } from './functions-pane.js';
import { MemoryPane } from './memory-pane.js';
import type { Pane, PaneHost, PaneId } from './pane.js';
import { SourcePane } from './source-pane.js';
import { StackPane } from './stack-pane.js';
import { TimelinePane } from './timeline-pane.js';
import { TracePane } from './trace-pane.js';
import { registersPane, variablesPane, watchesPane } from './value-panes.js';

export type Panes = ReturnType<typeof makePanes>;

/** `history`: where the questions to the console are kept. */
export const makePanes = (host: PaneHost, history: Shelf) =>
  ({
    source: new SourcePane(host),
    variables: variablesPane(host),
    watches: watchesPane(host),
    stack: new StackPane(host),
    breakpoints: new BreakpointsPane(host),
    console: new ConsolePane(host, history),
    disassembly: new DisassemblyPane(host),
    registers: registersPane(host),
    memory: new MemoryPane(host),
    functions: new FunctionsPane(host),
    trace: new TracePane(host),
    timeline: new TimelinePane(host),
  }) satisfies Readonly<Record<PaneId, Pane>>;
