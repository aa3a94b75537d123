// Tab: commands by their names, expressions by what the adapter knows in the selected frame, functions by its symbols.

import { commands, splitLine } from './command-table.js';
import type { Debuggee } from './debuggee.js';

/** What could stand there, and the part of the line that it replaces. */
export async function completeLine(
  line: string,
  debuggee: Debuggee | undefined,
): Promise<readonly [readonly string[], string]> {
  if (!/\s/.test(line)) {
    return [commands.map(({ name }) => name).filter(name => name.startsWith(line)), line];
  }
  const { word } = splitLine(line);
  const command = commands.find(({ name, aliases }) => name === word || aliases.includes(word));
  const text = line.trimStart().slice(word.length).trimStart();
  if (command?.name === 'help')
    return [commands.map(({ name }) => name).filter(name => name.startsWith(text)), text];
  if (command?.function === true && debuggee !== undefined && !/\s/.test(text))
    return [await functionsWith(debuggee, text), text];
  if (command?.expression !== true || debuggee?.phase !== 'stopped') return [[], line];
  if (debuggee.client.capabilities.supportsCompletionsRequest !== true) return [[], line];
  const frame = await debuggee.frame();
  const { targets } = await debuggee.client.request('completions', {
    frameId: frame.id,
    text,
    column: text.length + 1,
  });
  // Columns count from 1.
  const end = text.length + 1;
  const start = targets[0]?.start ?? end;
  const hits = targets
    .filter(target => (target.start ?? end) === start)
    .map(target => target.text ?? target.label);
  return [hits, text.slice(start - 1)];
}

/** An adapter of another maker has no list of functions. */
async function functionsWith({ client }: Debuggee, begun: string): Promise<readonly string[]> {
  const { readFunctions } = await import('@sonde/client');
  const { rows } = await readFunctions(client, begun).catch(() => ({ rows: [] }));
  return [...new Set(rows.map(({ name }) => name))].filter(name => name.startsWith(begun));
}
