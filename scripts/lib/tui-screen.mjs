// The terminal debugger on a terminal that is only counted: for pictures of its screen and for measurements.
import path from 'node:path';
import { createTransportPair } from '@sonde/dap';
import { Adapter, SessionDirectory } from '@sonde/session';
import { runTui } from '@sonde/tui';
import { root } from './repository.mjs';

const built = name => import(path.join(root, 'clients/cli/dist', name));

class CountedTerminal {
  bytes = 0;

  constructor(columns, rows) {
    this.columns = columns;
    this.rows = rows;
  }

  send(text) {
    this.bytes += Buffer.byteLength(text);
    return Promise.resolve();
  }

  open(events) {
    this.events = events;
  }

  close() {
    this.events = undefined;
  }

  suspend() {}
}

/** Opens a program, stopped where it begins; `work` gets the screen, the terminal, and what waits for a state of the model. */
export async function withScreen({ program, size, theme = 'dark' }, work) {
  const { languages } = await built('languages.js');
  const { syntaxOf } = await built('terminal-debugger.js');
  const environment = { languages, sessions: new SessionDirectory() };
  const terminal = new CountedTerminal(...size);
  let screen;
  const ended = runTui({
    terminal,
    start: { kind: 'launch', program, options: { stopOnEntry: true } },
    theme,
    hasUnicode: true,
    syntaxOf: name => syntaxOf(name, languages),
    history: { read: () => null, write: () => undefined },
    onScreen: made => (screen = made),
    surroundings: {
      introduction: { clientID: 'sonde-tui', clientName: 'Sonde in the terminal' },
      connect: () => {
        const [ours, theirs] = createTransportPair();
        new Adapter(theirs, { ...environment, origin: 'memory' });
        return Promise.resolve(ours);
      },
      server: () => Promise.resolve('over'),
      shelf: () => ({ read: () => null, write: () => undefined }),
      fileText: () => Promise.reject(new Error('read by the session')),
      pause: () => Promise.resolve(),
    },
  });
  const { model } = screen;
  /** The next stop, with everything that is shown of it. */
  const stop = async act => {
    const before = model.frame.inline.get();
    const come = new Promise(resolve => {
      const end = model.frame.inline.subscribe(() => {
        if (model.frame.inline.get() === before || model.frame.inline.get() === undefined) return;
        end();
        resolve();
      });
    });
    act();
    await come;
    await screen.frames.settled();
  };
  /** Until a text is on the screen. */
  const sees = async text => {
    const rows = () => Array.from({ length: size[1] }, (_, y) => screen.frames.shown?.rowText(y) ?? '');
    while (!rows().some(row => row.includes(text))) await new Promise(resolve => setTimeout(resolve, 20));
  };
  try {
    await stop(() => undefined);
    await work({ screen, terminal, stop, sees, type: keys => terminal.events.input(keys) });
  } finally {
    await model.leave(true);
    screen.leaveNow();
    await ended;
  }
}
