// The entry of @sonde/tui: a session on a terminal, until the user leaves it.
import {
  passStartUpCode,
  SessionModel,
  type ModelSurroundings,
  type Shelf,
  type StartRequest,
  type Syntax,
} from '@sonde/client';
import { KeyParser } from './input/key-parser.js';
import type { InputEvent } from './input/input-event.js';
import type { ThemeName } from './look/look.js';
import { DebuggerScreen } from './screen/debugger-screen.js';
import type { Terminal } from './terminal/terminal.js';

export { hasUnicode, themeFrom, themeNames, type ThemeName } from './look/look.js';
export { paneIds } from './panes/pane.js';
export { DebuggerScreen } from './screen/debugger-screen.js';
export { textOfCode } from './terminal/grid.js';
export { partsOf } from './terminal/style.js';
export { NodeTerminal } from './terminal/node-terminal.js';
export type { Terminal, TerminalEvents } from './terminal/terminal.js';

export interface TuiSettings {
  readonly terminal: Terminal;
  readonly surroundings: ModelSurroundings;
  readonly start: StartRequest;
  /** A first stop without a source is left for the function `main`. */
  readonly passesStartUp?: boolean;
  readonly theme: ThemeName;
  readonly hasUnicode: boolean;
  readonly syntaxOf: (path: string) => Syntax | undefined;
  readonly history: Shelf;
  /** Told once the screen is there; tests look at it. */
  readonly onScreen?: (screen: DebuggerScreen) => void;
}

/** An escape that nothing follows for so long is the key itself. */
const escapeMs = 30;

/** Answers with the exit code: 1 when the program could not be started. */
export async function runTui(settings: TuiSettings): Promise<number> {
  const { terminal, surroundings, start } = settings;
  const model = new SessionModel(surroundings);
  const screen = new DebuggerScreen({ ...settings, model });
  if (settings.passesStartUp === true) passStartUpCode(model);
  const stop = openTerminal(terminal, screen);
  try {
    settings.onScreen?.(screen);
    void model.start(start);
    await screen.left;
    const failed = model.phase.get().kind === 'failed';
    // A program that was started here ends with the debugger; one that others started lives on.
    await model.leave(start.kind === 'launch' ? true : undefined);
    return failed ? 1 : 0;
  } finally {
    stop();
  }
}

/** Keys go to the screen from now on; the answer puts the terminal back. */
function openTerminal(terminal: Terminal, screen: DebuggerScreen): () => void {
  const parser = new KeyParser();
  const { frames } = screen;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const handle = (events: readonly InputEvent[]): void => {
    for (const event of events) screen.handle(event);
  };
  const events = {
    input: (text: string): void => {
      clearTimeout(waiting);
      handle(parser.feed(text));
      if (parser.isWaiting) waiting = setTimeout(() => handle(parser.flush()), escapeMs);
    },
    resized: (): void => frames.forget(),
    resumed: (): void => {
      terminal.open(events);
      frames.open();
    },
    stopAsked: (): void => screen.suspend(),
    interrupted: (): void => screen.handle({ kind: 'key', chord: 'C-c' }),
  };
  terminal.open(events);
  frames.open();
  return () => {
    clearTimeout(waiting);
    frames.close();
  };
}
