// The command palette: what could be typed, and what is done when it was.
import type { OfferedAnswer, PaneHost } from '../panes/pane.js';
import { screenCommands } from './command.js';
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

/** A line of the palette: a number is a line, the beginning of a name is enough where only one begins so. */
export async function runCommand(screen: DebuggerScreen, text: string): Promise<void> {
  if (/^\d+$/.test(text)) return screen.goToLine(text);
  const [, name = '', operand = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (name === '') return;
  const exact = screenCommands.find(command => command.name === name || command.keys.includes(name));
  const fitting = screenCommands.filter(command => command.name.startsWith(name));
  const command = exact ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (command !== undefined) return command.run(screen, operand.trim());
  const could = fitting.map(each => each.name).join(', ');
  screen.host.say(
    could === '' ? `There is no command “${name}”. ? lists them.` : `“${name}” could be ${could}.`,
  );
}
