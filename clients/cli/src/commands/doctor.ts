// sonde doctor: what is found, what is missing, and the exact command that installs it.

import { openRuntimeFolder } from '@sonde/server';
import type { Language, ToolReport } from '@sonde/language';
import { commonOptions, type Command, type Streams } from '../command.js';
import { failureText } from '../failure-text.js';
import { languageNamed } from '../program.js';
import { styleFor, type Style } from '../style.js';
import { version } from '../version.js';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Show what is found, what is missing and how to install it.',
  operands: '',
  takes: { least: 0, most: 0 },
  options: {
    language: { ...commonOptions.language, help: 'only what this language needs' },
    json: { type: 'boolean', help: 'print what is found and missing as JSON, for editors and scripts' },
  },
  details: 'The exit code is 0 when everything is there, 1 when something is missing.',
  async run({ streams, languages: installed, text, flag }) {
    const named = text('language');
    const languages = named === undefined ? installed : [languageNamed(named, installed)];
    if (flag('json')) return printJson(streams, languages);
    const style = styleFor(streams.output);
    const say = (line: string): void => void streams.output.write(`${line}\n`);
    say(
      style.bold(`Sonde ${version} on ${process.platform} ${process.arch}, Node ${process.version.slice(1)}`),
    );
    const missing = new Set<string>();
    const report = (tools: readonly ToolReport[]): void => {
      for (const tool of tools) {
        // Several languages may want the same.
        const isKnown = missing.has(tool.tool);
        for (const line of isKnown ? seenLines(tool, style) : toolLines(tool, style)) say(line);
        if (tool.found === undefined) missing.add(tool.tool);
      }
    };
    say('\nSonde itself');
    report([registry()]);
    for (const language of languages) {
      say(`\n${titleOf(language)}`);
      const tools = (await language.tools?.()) ?? [];
      if (tools.length === 0) say(`  ${style.green('ok')}       needs nothing else`);
      report(tools);
    }
    say(missing.size === 0 ? '\nEverything is there.' : `\n${style.red(`${missing.size} missing.`)}`);
    return missing.size === 0 ? 0 : 1;
  },
};

/** Programs of some languages are not told by their names. */
const titleOf = ({ name, extensions }: Language): string =>
  extensions.length === 0 ? name : `${name} (${extensions.join(', ')})`;

/** One entry a language, with its tools as they report themselves. */
async function printJson({ output }: Streams, languages: readonly Language[]): Promise<number> {
  const reports = await Promise.all(
    languages.map(async ({ id, name, tools }) => ({ language: id, name, tools: (await tools?.()) ?? [] })),
  );
  output.write(`${JSON.stringify(reports)}\n`);
  return reports.some(({ tools }) => tools.some(({ found }) => found === undefined)) ? 1 : 0;
}

function registry(): ToolReport {
  const about = { tool: 'session register', purpose: 'lets terminals and pages join running sessions' };
  try {
    return { ...about, found: { path: openRuntimeFolder(), version: 'private' } };
  } catch (error) {
    return { ...about, problem: failureText(error) };
  }
}

const seenLines = ({ tool, purpose }: ToolReport, style: Style): readonly string[] => [
  `  ${style.red('missing')}  ${tool}: ${purpose} (see above)`,
];

function toolLines(tool: ToolReport, style: Style): readonly string[] {
  if (tool.found !== undefined) {
    const { path, version } = tool.found;
    const problem = tool.problem === undefined ? [] : [`           ${tool.problem}`];
    return [`  ${style.green('ok')}       ${tool.tool}: ${path} (${version}), ${tool.purpose}`, ...problem];
  }
  return [
    `  ${style.red('missing')}  ${tool.tool}: ${tool.purpose}`,
    ...(tool.problem === undefined ? [] : [`           ${tool.problem}`]),
    ...(tool.install === undefined ? [] : [`           install it with: ${style.bold(tool.install)}`]),
  ];
}
