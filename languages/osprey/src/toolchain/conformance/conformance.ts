// osprey conformance: the list of the debugger spec, item by item, each with what was run for it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { completeLaunch, type LaunchConfiguration } from '@sonde/editor';
import { asFailure, makeTemporaryFolder } from '@sonde/engine';
import { dwarfVersion, findTool, versionedCommands } from '@sonde/engine-native/toolchain';
import { checkProgram, compile, irOf } from '../compile.js';
import { ospreyExtensions } from '../syntax/flavor.js';
import { minimumMetadata } from './minimum-metadata.js';
import { objectGraphChecks } from './object-graph.js';
import { placesProgram, strayPlaces } from './positions.js';

type Verdict = 'passed' | 'failed';

interface Item {
  readonly number: number;
  readonly title: string;
  readonly run: (at: Workshop) => Promise<readonly Line[]>;
}

interface Line {
  readonly verdict: Verdict;
  readonly text: string;
}

/** What all items share: a program, and room to work in. */
interface Workshop {
  readonly folder: string;
  readonly source: string;
  readonly binary: string;
  readonly signal: AbortSignal;
}

const passed = (text: string): Line => ({ verdict: 'passed', text });
const judged = (found: boolean, text: string): Line => ({ verdict: found ? 'passed' : 'failed', text });

const sample = `fn add(a: int, b: int) -> int = {
    let sum = (a + b) ?: 0
    sum // #stop
}
let result = add(20, 22)
print("\${result}") // #end
`;

const items: readonly Item[] = [
  {
    number: 1,
    title: 'osprey --debug --llvm emits the minimum debug metadata',
    run: ({ source }) =>
      Promise.resolve(
        minimumMetadata(debugIr(source), ['add']).map(({ what, found }) => judged(found, what)),
      ),
  },
  {
    number: 2,
    title: 'osprey --debug --compile makes an executable that a DAP adapter can launch',
    run: async at => [
      judged(existsSync(at.binary), `osprey program.osp --debug --compile -o program`),
      await throughAdapter(at, 'LLDB’s adapter', [await lldbDap()], 'lldb-dap', launchChecks),
      await throughAdapter(at, 'Sonde', sonde('osprey-dap'), 'osprey', launchChecks),
    ],
  },
  {
    number: 3,
    title: 'the editor’s debugger starts a DAP session and does not run the program instead',
    run: async at => {
      const launch = startedByF5(at.source);
      return [
        judged(
          launch['request'] === 'launch' &&
            launch['program'] === at.source &&
            launch['noDebug'] === undefined,
          'F5 without a launch.json is the launch of the file that is shown, to be debugged',
        ),
        await throughAdapter(at, 'Sonde, started so', sonde('osprey-dap'), 'osprey', launchChecks, launch),
      ];
    },
  },
  {
    number: 4,
    title: 'positions of the language server and of the debug information agree, columns + 1',
    run: async ({ folder }) => {
      const source = join(folder, 'places.osp');
      await writeFile(source, placesProgram);
      const stray = strayPlaces('places.osp', placesProgram, debugIr(source));
      const told = 'declarations behind tabs, emoji and combining characters, asked of both';
      return [judged(stray.length === 0, stray.length === 0 ? told : `${told}: ${stray.join(', ')} differ`)];
    },
  },
  {
    number: 5,
    title: 'generic debugger utilities are isolated',
    run: () => {
      const isClean = (files: readonly string[], stranger: RegExp): boolean =>
        files.length > 0 && !files.some(file => stranger.test(readFileSync(file, 'utf8')));
      return Promise.resolve([
        judged(
          isClean(codeBelow('@sonde/engine-native/toolchain'), /osprey/i),
          'the debug-build policy that all native languages share names none of them',
        ),
        judged(
          isClean(codeBelow('@sonde/editor'), /osprey|from ['"](?:vscode|@sonde\/)/i),
          'what extensions of editors share names no language, and needs no editor and nothing else of Sonde',
        ),
      ]);
    },
  },
  {
    number: 6,
    title: 'variables are verified through LLDB and DAP; the DWARF version is that of the platform',
    run: async at => {
      const ir = debugIr(at.source);
      return [
        judged(
          /#dbg_declare\(/.test(ir) && /!DILocalVariable\(name: "b", arg: 2,/.test(ir),
          'variables are told by records, parameters by their number',
        ),
        await throughAdapter(at, 'LLDB’s adapter', [await lldbDap()], 'lldb-dap', variableChecks),
        await throughAdapter(at, 'Sonde', sonde('osprey-dap'), 'osprey', variableChecks),
        judged(dwarfVersion('darwin') === 4 && dwarfVersion('linux') === 5, 'DWARF 4 on macOS, 5 elsewhere'),
      ];
    },
  },
  {
    number: 7,
    title:
      'object graphs have stable ids, typed edges, root paths, bounded expansion, labels and no layout for editors to guess',
    run: async ({ folder, signal }) =>
      (await objectGraphChecks(folder, (...args) => heapAnswer(args, signal))).map(({ found, what }) =>
        judged(found, what),
      ),
  },
];

/** Checks of the suite for debug adapters (`sonde conformance`). */
const launchChecks: readonly string[] = ['breakpoints/reason', 'lifecycle/exit-code'];
const variableChecks: readonly string[] = ['values/variable', 'values/frame-variables'];

/** Numbers of the items, as people type them. */
export const conformanceItems: readonly string[] = items.map(({ number }) => String(number));

/** Gives the exit status: 1 where something that is there does not keep to the spec. `wanted`: some items, or all if empty. */
export async function runConformance(
  write: (text: string) => unknown,
  signal: AbortSignal,
  wanted: readonly string[] = [],
): Promise<number> {
  const folder = await makeTemporaryFolder('conformance');
  const at: Workshop = {
    folder,
    source: join(folder, 'program.osp'),
    binary: join(folder, 'program'),
    signal,
  };
  try {
    await writeFile(at.source, sample);
    const options = { path: at.source, product: 'program', output: at.binary, debug: true } as const;
    await compile({ ...options, scratch: folder, cwd: folder, signal, progress: () => undefined });
    let failed = 0;
    for (const item of items) {
      if (wanted.length > 0 && !wanted.includes(String(item.number))) continue;
      write(`${item.number}. ${item.title}\n`);
      const lines = await item
        .run(at)
        .catch((error: unknown): readonly Line[] => [{ verdict: 'failed', text: asFailure(error).text }]);
      for (const { verdict, text } of lines) write(`   ${verdict.padEnd(8)} ${text}\n`);
      failed += lines.filter(({ verdict }) => verdict === 'failed').length;
    }
    write(failed === 0 ? 'All of this keeps to the spec.\n' : `${failed} failed.\n`);
    return failed === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function debugIr(path: string): string {
  const { program, loaded, diagnostics } = checkProgram(path);
  if (program === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return irOf(program, loaded, true);
}

const lldbDap = (): Promise<string> =>
  findTool({
    name: 'lldb-dap',
    variable: 'SONDE_LLDB_DAP',
    commands: versionedCommands('lldb-dap'),
    install: 'apt-get install -y lldb-22',
  });

/** The command that this one is a part of. */
function sonde(...args: readonly string[]): readonly string[] {
  const script = join(dirname(realpathSync(process.argv[1] ?? '.')), 'sonde.js');
  if (!existsSync(script)) throw new Error('this runs as a part of the command sonde only');
  return [process.execPath, script, ...args];
}

async function heapAnswer(args: readonly string[], signal: AbortSignal): Promise<unknown> {
  const [command, ...own] = sonde('heap', ...args, '--json');
  const child = spawn(command!, own, { signal, stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, complaint] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`sonde heap ${args.join(' ')} failed: ${complaint.trim()}`);
  return JSON.parse(said);
}

/** Has the suite for debug adapters look at the binary through an adapter. */
async function throughAdapter(
  { folder, source, binary, signal }: Workshop,
  who: string,
  adapter: readonly string[],
  adapterID: string,
  checks: readonly string[],
  launch: LaunchConfiguration = { program: binary },
): Promise<Line> {
  const profile = join(folder, `${adapterID}.json`);
  const shown = adapterID === 'osprey' ? {} : { type: 'int' };
  await writeFile(
    profile,
    JSON.stringify({
      ...{ version: 1, name: who, adapterID, launch, source, exitCode: 0 },
      stop: {
        ...{ at: '#stop', function: 'add', variable: { name: 'sum', value: '42', ...shown } },
        expression: { expression: 'sum', value: '42' },
        nonsense: 'sum + * nobody',
      },
    }),
  );
  const only = checks.flatMap(check => ['--only', check]);
  const [command, ...args] = sonde('conformance', '--profile', profile, ...only, '--', ...adapter);
  const child = spawn(command!, args, { signal, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const ran = /\b[1-9]\d* passed/.test(said);
  const words = `${who}: ${checks.join(', ')} of the suite for debug adapters`;
  return code === 0 && ran ? passed(words) : { verdict: 'failed', text: `${words}\n${said.trim()}` };
}

/** The compiled files of the folder in which an entry of a package lies, and below it. */
function codeBelow(entry: string): readonly string[] {
  const folder = dirname(fileURLToPath(import.meta.resolve(entry)));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js') && !name.includes('.test.'))
    .map(name => join(folder, name));
}

/** What an extension of an editor makes of F5 on a file, where nothing is configured. */
const startedByF5 = (activeFile: string): LaunchConfiguration =>
  completeLaunch(
    {},
    {
      type: 'sonde',
      languages: [{ id: 'osprey', name: 'Osprey', endings: ospreyExtensions }],
      activeFile,
    },
  );
