// sonde editor: the configuration that makes an editor debug with Sonde, made from the installed languages.

import { UsageError, type Command } from '../command.js';
import { editorConfigurations, type EditorConfiguration } from '../editors/editor-configurations.js';
import { editorInput } from '../editors/editor-input.js';
import { didYouMean } from '../nearest.js';
import { version } from '../version.js';

export const editor: Command = {
  name: 'editor',
  summary: 'Print the configuration for an editor.',
  operands: 'EDITOR [FILE]',
  takes: { least: 1, most: 2 },
  options: {
    command: {
      type: 'string',
      value: 'COMMAND',
      help: 'what the editor starts, where sonde is not on its PATH',
    },
  },
  details: `
The configuration has file types, comments, keys and launch defaults for every installed language: F5 debugs the file that is shown.
EDITOR is one of
${editorConfigurations.map(line).join('\n')}
docs/editors says for each what works in it. VS Code and Theia have an extension instead.`,
  run({ streams, languages, operands: [name = '', file], text }) {
    const { files } = configurationNamed(name);
    const chosen = file === undefined ? files[0] : files.find(each => each.name === file);
    if (chosen === undefined) {
      const names = files.map(each => each.name).join(', ');
      throw new UsageError(`${name} has no file "${file}". It has: ${names}.`);
    }
    const command = text('command') ?? 'sonde';
    if (command === '') throw new UsageError('--command is empty: give the path of sonde.');
    streams.output.write(chosen.text(editorInput(languages, command, version)));
    return Promise.resolve(0);
  },
};

function line({ name, title, files }: EditorConfiguration): string {
  const [first, ...others] = files;
  const more = others.map(each => `, and ${each.name} for ${each.place}`).join('');
  return `  ${name.padEnd(15)} ${title}: ${first.place}${more}`;
}

/** Editors that take an extension, and the page about each. */
const pages: ReadonlyMap<string, string> = new Map([
  ['vscode', 'vscode.md'],
  ['code', 'vscode.md'],
  ['theia', 'theia.md'],
]);

function configurationNamed(name: string): EditorConfiguration {
  const asked = name.toLowerCase();
  const found = editorConfigurations.find(each => each.name === asked || each.alias === asked);
  if (found !== undefined) return found;
  const names = editorConfigurations.map(each => each.name);
  const page = pages.get(asked);
  if (page !== undefined)
    throw new UsageError(
      `${name} has an extension instead of a configuration: docs/editors/${page} says how.`,
    );
  const variants = names.filter(each => each.startsWith(`${asked}-`));
  if (variants.length > 1)
    throw new UsageError(`${name} has several configurations: name ${variants.join(' or ')}.`);
  throw new UsageError(
    `there is no configuration for the editor "${name}".${didYouMean(name, names)} There is: ${names.join(', ')}.`,
  );
}
