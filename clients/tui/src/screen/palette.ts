// The command palette: what could be typed, and what is done when it was.
import type { OfferedAnswer, PaneHost } from '../panes/pane.js';
import { screenCommands, type ScreenCommand } from './command.js';
import type { DebuggerScreen } from './debugger-screen.js';
import { themeNames } from '../look/look.js';

/** Commands by the beginning of their names, with what they do; then what one takes. */
export async function paletteOffers(host: PaneHost, text: string): Promise<readonly OfferedAnswer[]> {
  const [name = '', ...rest] = text.split(' ');
  if (rest.length === 0)
    return screenCommands
      .filter(command => command.name.startsWith(name) && command.name !== 'palette')
      .map(command => ({ text: command.name, words: command.words }));
  const operands = await operandsOf(host, name, rest.join(' '));
  return operands.map(operand => ({ text: `${name} ${operand}` }));
}

async function operandsOf(host: PaneHost, command: string, begun: string): Promise<readonly string[]> {
  switch (command) {
    case 'break':
    case 'disassemble':
    case 'functions':
      return host.functions(begun);
    case 'theme':
      return themeNames.filter(theme => theme.startsWith(begun));
    case 'open':
      return host.model.sources.open
        .get()
        .flatMap(({ source }) => (source.path?.includes(begun) === true ? [source.path] : []));
    default:
      return [];
  }
}

/** A line of the palette: a number is a line. */
export async function runCommand(screen: DebuggerScreen, text: string): Promise<void> {
  if (/^\d+$/.test(text)) return screen.goToLine(text);
  const [, name = '', operand = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (name === '') return;
  const found = commandNamed(name, operand !== '');
  if (typeof found === 'string') return screen.host.say(found);
  return found.run(screen, operand.trim());
}

/**
 * By its name, by a key, or by the beginning of its name where only one begins so. With an operand only those are meant that
 * take one: `b main` is `break main`, though the key `b` sets a breakpoint on the line. The answer is words where there is none.
 */
export function commandNamed(name: string, hasOperand: boolean): ScreenCommand | string {
  const takers = screenCommands.filter(({ operand }) => !hasOperand || operand !== undefined);
  const exact =
    takers.find(command => command.name === name) ?? takers.find(({ keys }) => keys.includes(name));
  if (exact !== undefined) return exact;
  const fitting = takers.filter(command => command.name.startsWith(name));
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first;
  if (fitting.length > 1) return `“${name}” could be ${fitting.map(each => each.name).join(', ')}.`;
  const plain = hasOperand ? commandNamed(name, false) : undefined;
  return plain === undefined || typeof plain === 'string'
    ? `There is no command “${name}”. ? lists them.`
    : `“${plain.name}” takes nothing behind it.`;
}
