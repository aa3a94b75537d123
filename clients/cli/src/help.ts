// The help texts: of the whole command line, and of one command.

import type { Language, LaunchUse } from '@sonde/language';
import type { Command } from './command.js';
import { optionsOfLanguage, optionsOfSchema, type DescribedOption } from './launch-options.js';
import { optionsOf } from './parse-arguments.js';
import { columns, paragraphs, wrapped } from './wrapped-text.js';

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly {
    readonly name: string;
    readonly operands?: string;
    readonly brief?: string;
    readonly summary: string;
  }[];
}

export function generalHelp(groups: readonly CommandGroup[], width: number): string {
  const parts = groups
    .filter(group => group.commands.length > 0)
    .map(({ title, commands }) => {
      const rows = commands.map(
        c => [`sonde ${c.name} ${c.brief ?? c.operands ?? ''}`.trimEnd(), c.summary] as const,
      );
      return `${title}\n${columns(rows, width)}`;
    });
  return `Sonde: one debugger for languages that do not have one yet.

${parts.join('\n\n')}

  sonde COMMAND --help   options of a command
  sonde --version        the version
`;
}

export function commandHelp(command: Command, languages: readonly Language[], width: number): string {
  const rows = Object.entries(optionsOf(command, languages)).map(([name, { short, value, help }]) => {
    const dashes = short === undefined ? `    --${name}` : `-${short}, --${name}`;
    return [value === undefined ? dashes : `${dashes} ${value}`, help] as const;
  });
  const details = command.details === undefined ? '' : `\n${paragraphs(command.details, width)}\n`;
  return (
    wrapped(`sonde ${command.name} [OPTIONS] ${command.operands}`, width - 2).join('\n  ') +
    `\n${command.summary}\n${details}\n${columns(rows, width)}\n` +
    (command.launches === undefined ? '' : launchOptionsHelp(languages, command.launches, width)) +
    (command.attaches === undefined ? '' : attachOptionsHelp(languages, width))
  );
}

const attachOptionsHelp = (languages: readonly Language[], width: number): string =>
  optionLists(
    languages.map(language => ({
      title: `Attach options of ${language.name}`,
      rows: optionsOfSchema(language.attach),
    })),
    width,
  );

/** What `--set` takes, language by language. */
const launchOptionsHelp = (languages: readonly Language[], use: LaunchUse, width: number): string =>
  optionLists(
    languages.map(language => ({
      title: `Launch options of ${language.name}`,
      rows: optionsOfLanguage(language, use),
    })),
    width,
  );

const optionLists = (
  lists: readonly { readonly title: string; readonly rows: readonly DescribedOption[] }[],
  width: number,
): string =>
  lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => `\n${title}\n${columns(rows, width)}\n`)
    .join('');
