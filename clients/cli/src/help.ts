// The help texts: of the whole command line, and of one command.

import type { Language } from '@sonde/language';
import type { Command } from './command.js';
import { optionsOfLanguage } from './launch-options.js';
import { optionsOf } from './parse-arguments.js';

/** Two columns, the second beginning at the same place in all rows. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly {
    readonly name: string;
    readonly operands?: string;
    readonly summary: string;
  }[];
}

export function generalHelp(groups: readonly CommandGroup[]): string {
  const parts = groups
    .filter(group => group.commands.length > 0)
    .map(({ title, commands }) => {
      const rows = commands.map(c => [`sonde ${c.name} ${c.operands ?? ''}`.trimEnd(), c.summary] as const);
      return `${title}\n${columns(rows)}`;
    });
  return `Sonde: one debugger for languages that do not have one yet.

${parts.join('\n\n')}

  sonde COMMAND --help   options of a command
  sonde --version        the version
`;
}

export function commandHelp(command: Command, languages: readonly Language[]): string {
  const rows = Object.entries(optionsOf(command, languages)).map(([name, { short, value, help }]) => {
    const dashes = short === undefined ? `    --${name}` : `-${short}, --${name}`;
    return [value === undefined ? dashes : `${dashes} ${value}`, help] as const;
  });
  const details = command.details === undefined ? '' : `\n${command.details.trim()}\n`;
  return (
    `sonde ${command.name} [OPTIONS] ${command.operands}`.trimEnd() +
    `\n${command.summary}\n${details}\n${columns(rows)}\n` +
    ('set' in command.options ? launchOptionsHelp(languages) : '')
  );
}

/** What `--set` takes, language by language. */
function launchOptionsHelp(languages: readonly Language[]): string {
  return languages
    .map(language => ({ title: `Launch options of ${language.name}`, rows: optionsOfLanguage(language) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => `\n${title}\n${columns(rows)}\n`)
    .join('');
}
