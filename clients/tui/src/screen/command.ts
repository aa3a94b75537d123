// The commands of the screen: each has a name for the palette, keys, and words for the help.
import { isAlive, type MotionCommand } from '@sonde/client';
import { themeNames, type ThemeName } from '../look/look.js';
import { sayWhyWaiting } from '../panes/line-breakpoints.js';
import type { DebuggerScreen } from './debugger-screen.js';

export interface ScreenCommand {
  readonly name: string;
  /** As in the help; the first ones are those of other debuggers with windows. */
  readonly keys: readonly string[];
  readonly words: string;
  /** What stands behind the name in the palette. */
  readonly operand?: string;
  run(screen: DebuggerScreen, operand: string): void | Promise<void>;
}

/** Told to who is too early; not true any more at the first stop. */
export const stillStarting = 'The program is still starting.';

const motion = (
  name: string,
  keys: readonly string[],
  words: string,
  command: MotionCommand,
  granularity?: 'instruction',
): ScreenCommand => ({
  name,
  keys,
  words,
  run: ({ model, host }) => {
    const { kind } = model.phase.get();
    if (kind === 'connecting' || kind === 'starting') return host.say(stillStarting);
    if (!isAlive(model.phase.get()))
      return host.say(`The program does not run. ${model.startsAgain ? 'r starts it.' : 'q leaves.'}`);
    if (kind === 'running' && command === 'pause') return model.move('pause');
    if (kind !== 'stopped' && command !== 'pause') return model.move(command, granularity);
    if (command === 'pause') return host.say('The program stands already. To leave the debugger: q.');
    const back = backwards.has(command);
    if (back && !model.can('supportsStepBack')) return host.say('This program cannot go back.');
    if (granularity !== undefined && !model.can('supportsSteppingGranularity'))
      return host.say('This program cannot step by instructions.');
    return model.move(command, granularity);
  },
});

const backwards: ReadonlySet<MotionCommand> = new Set([
  'stepBack',
  'stepBackIn',
  'stepBackOut',
  'reverseContinue',
]);

export const screenCommands: readonly ScreenCommand[] = [
  motion('continue', ['F5', 'c'], 'let the program run', 'continue'),
  motion('pause', ['F6', 'p', 'C-c'], 'halt the program', 'pause'),
  motion('next', ['F10', 'n'], 'to the next line', 'next'),
  motion('step', ['F11', 's'], 'into the call', 'stepIn'),
  motion('finish', ['S-F11', 'f'], 'out of the function', 'stepOut'),
  motion('next-instruction', ['I'], 'over an instruction', 'next', 'instruction'),
  motion('step-instruction', ['i'], 'into an instruction', 'stepIn', 'instruction'),
  motion('back', ['N'], 'a line back, where the program can', 'stepBack'),
  motion('back-into', ['S'], 'back into the last call', 'stepBackIn'),
  motion('back-out', ['F'], 'back to the call of the function', 'stepBackOut'),
  motion('reverse-continue', ['R'], 'run back, where the program can', 'reverseContinue'),
  {
    name: 'moment-before',
    keys: ['['],
    words: 'back to what happened before',
    run: ({ panes }) => panes.timeline.goBeside(-1),
  },
  {
    name: 'moment-after',
    keys: [']'],
    words: 'on to what happened next',
    run: ({ panes }) => panes.timeline.goBeside(1),
  },
  {
    name: 'timeline',
    keys: [],
    words: 'what happened when',
    run: ({ host }) => host.show('timeline', true),
  },
  {
    name: 'restart',
    keys: ['r'],
    words: 'start the program again',
    run: ({ model, host }) =>
      model.startsAgain ? model.restart() : host.say('A session of others is started again by them.'),
  },
  { name: 'stop', keys: ['S-F5'], words: 'end the program', run: ({ model }) => model.terminate() },
  {
    name: 'breakpoint',
    keys: ['F9', 'b'],
    words: 'breakpoint on the line',
    run: ({ panes }) => panes.source.toggleBreakpoint(),
  },
  {
    name: 'break',
    keys: ['B'],
    words: 'break at a function, or at FILE:LINE',
    operand: '[FUNCTION | LINE | FILE:LINE]',
    run: (screen, operand) => breakAt(screen, operand),
  },
  {
    name: 'functions',
    keys: ['L'],
    words: 'list of functions, to search and break at',
    operand: 'PART OF THE NAME',
    run: ({ panes, host }, operand) => {
      host.show('functions', true);
      if (panes.functions.isThere()) panes.functions.search(operand === '' ? undefined : operand);
    },
  },
  {
    name: 'trace',
    keys: [],
    words: 'what was executed last',
    run: ({ host }) => host.show('trace', true),
  },
  {
    name: 'delete-all',
    keys: [],
    words: 'remove all breakpoints',
    run: ({ model }) => model.breakpoints.removeAll(),
  },
  { name: 'up', keys: ['u'], words: 'to the caller’s frame', run: ({ panes }) => panes.stack.climb(1) },
  { name: 'down', keys: ['d'], words: 'to the callee’s frame', run: ({ panes }) => panes.stack.climb(-1) },
  {
    name: 'watch',
    keys: ['w'],
    words: 'watch an expression',
    operand: 'EXPRESSION',
    run: ({ model, host }, operand) =>
      operand === ''
        ? host.ask({
            label: 'watch: ',
            answer: text => model.watches.add(text).then(() => host.show('watches', false)),
          })
        : model.watches.add(operand).then(() => host.show('watches', false)),
  },
  {
    name: 'print',
    keys: ['e', '!'],
    words: 'evaluate in the console',
    operand: 'EXPRESSION',
    run: (screen, operand) => screen.evaluate(operand),
  },
  {
    name: 'search',
    keys: ['/'],
    words: 'search in the source',
    operand: 'TEXT',
    run: (screen, operand) => screen.search(operand),
  },
  {
    name: 'line',
    keys: ['o'],
    words: 'go to a line of the source',
    operand: 'NUMBER',
    run: (screen, operand) => screen.goToLine(operand),
  },
  {
    name: 'open',
    keys: [],
    words: 'show another source',
    operand: 'FILE',
    run: ({ model, host }, operand) =>
      operand === '' ? host.say('Name a file: open FILE.') : model.sources.show({ path: operand }, 1),
  },
  {
    name: 'memory',
    keys: [],
    words: 'show memory',
    operand: 'ADDRESS | EXPRESSION',
    run: ({ panes, host }, operand) => {
      host.show('memory', true);
      if (operand !== '') panes.memory.goTo(operand, operand);
    },
  },
  {
    name: 'disassemble',
    keys: [],
    words: 'show instructions',
    operand: 'FUNCTION | ADDRESS | EXPRESSION',
    run: ({ panes, host }, operand) => {
      host.show('disassembly', true);
      return operand === '' ? undefined : panes.disassembly.goTo(operand);
    },
  },
  {
    name: 'hex',
    keys: ['x'],
    words: 'numbers in hexadecimal, on and off',
    run: ({ model }) => model.attempt(() => model.frame.setHex(!model.frame.hex.get())),
  },
  {
    name: 'copy',
    keys: ['y'],
    words: 'copy the row, where the terminal can (OSC 52)',
    run: screen => screen.copy(),
  },
  { name: 'zoom', keys: ['z'], words: 'the pane alone, and back', run: screen => screen.zoom() },
  {
    name: 'theme',
    keys: [],
    words: 'colours',
    operand: themeNames.join(' | '),
    run: (screen, operand) =>
      isTheme(operand) ? screen.setTheme(operand) : screen.host.say(`Themes: ${themeNames.join(', ')}.`),
  },
  { name: 'redraw', keys: ['C-l'], words: 'draw everything anew', run: screen => screen.frames.forget() },
  { name: 'suspend', keys: ['C-z'], words: 'back to the shell; fg returns', run: screen => screen.suspend() },
  { name: 'help', keys: ['?', 'F1'], words: 'this list', run: screen => screen.help() },
  { name: 'palette', keys: [':', 'C-k'], words: 'a command by its name', run: screen => screen.palette() },
  { name: 'quit', keys: ['q'], words: 'leave the debugger', run: screen => screen.askToLeave() },
];

export const commandOf = (chord: string): ScreenCommand | undefined =>
  screenCommands.find(({ keys }) => keys.includes(chord));

const isTheme = (name: string): name is ThemeName => (themeNames as readonly string[]).includes(name);

async function breakAt({ model, host, panes }: DebuggerScreen, operand: string): Promise<void> {
  if (operand === '') return panes.breakpoints.askFunction();
  const [, file, line] = /^(?:(.+):)?(\d+)$/.exec(operand) ?? [];
  if (line === undefined) {
    const { functions } = model.breakpoints.book.content.get();
    if (!model.can('supportsFunctionBreakpoints'))
      return host.say('This program cannot stop at functions by name.');
    await model.breakpoints.setFunctions([
      ...functions.filter(({ name }) => name !== operand),
      { name: operand },
    ]);
    return host.glance('breakpoints');
  }
  const open = model.sources.open.get();
  const found =
    file === undefined
      ? panes.source.source
      : (open.find(({ name, source }) => name === file || source.path === file) ?? {
          source: { path: file },
        });
  const path = found?.source.path;
  if (path === undefined) return host.say('There is no file here to set a breakpoint in.');
  await model.breakpoints.setLine(path, { line: Number(line) });
  sayWhyWaiting(host, path, Number(line));
}
