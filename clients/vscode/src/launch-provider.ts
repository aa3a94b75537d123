// What F5 starts: configurations are completed, changed files saved, and native programs built where lldb-dap debugs them.

import { basename, dirname, isAbsolute } from 'node:path';
import {
  completeLaunch,
  launchFolder,
  offeredConfigurations,
  programsIn,
  reportFailure,
  wantsEntries,
  withLanguageDefaults,
  type LaunchContext,
} from '@sonde/editor';
import * as vscode from 'vscode';
import { wantsLldbDap, type AdapterSurroundings } from './adapter.js';
import { saveChangedFiles } from './changed-files.js';
import { languageNamed, launchLanguage } from './languages.js';
import { buildForLldbDap } from './lldb-dap/lldb-dap-launch.js';
import { debugType } from './debug-type.js';
import { commonDefaults, languageDefaults, profiles } from './settings.js';
import { shownFile } from './shown-file.js';
import { clipboard, messages, terminal } from './vscode-ui.js';

type Configuration = vscode.DebugConfiguration;

/** The most programs that a list offers; a workspace may have thousands. */
const mostOffered = 50;

export class LaunchProvider implements vscode.DebugConfigurationProvider {
  readonly #around: AdapterSurroundings;
  readonly #problems: vscode.DiagnosticCollection;
  readonly #storage: string;

  constructor(around: AdapterSurroundings, problems: vscode.DiagnosticCollection, storage: string) {
    this.#around = around;
    this.#problems = problems;
    this.#storage = storage;
  }

  async resolveDebugConfiguration(
    folder: vscode.WorkspaceFolder | undefined,
    given: Configuration,
  ): Promise<Configuration | undefined> {
    return this.#reporting(
      async () => completeLaunch(given, await this.#context(given, folder)) as unknown as Configuration,
    );
  }

  async resolveDebugConfigurationWithSubstitutedVariables(
    folder: vscode.WorkspaceFolder | undefined,
    replaced: Configuration,
  ): Promise<Configuration | undefined> {
    if (replaced.request !== 'launch') return replaced;
    return this.#reporting(async () => {
      this.#problems.clear();
      const configuration = withLanguageDefaults(replaced, {
        languages: this.#around.languages.map(launchLanguage),
        defaultsOf: this.#defaultsOf(workspaceFolderOf(replaced['program']) ?? folder),
      }) as unknown as Configuration;
      if (!(await saveChangedFiles(configuration, this.#around.languages))) return undefined;
      if (wantsLldbDap(configuration))
        return buildForLldbDap(configuration, languageNamed(configuration, this.#around.languages), {
          ...this.#around,
          problems: this.#problems,
          storage: this.#storage,
        });
      const { adapter: _, ...rest } = configuration;
      return { ...folderOf(rest), ...panelOf(rest), ...rest, ...withoutElectron(rest) };
    });
  }

  /** For a new launch.json: the file that is shown, whatever it is then. */
  provideDebugConfigurations(): Configuration[] {
    return [{ type: debugType, request: 'launch', name: 'Debug this file', program: '${file}' }];
  }

  async #context(
    given: Configuration,
    handedOver: vscode.WorkspaceFolder | undefined,
  ): Promise<LaunchContext> {
    const shown = shownFile();
    const ofShown = shown === undefined ? undefined : vscode.workspace.getWorkspaceFolder(shown);
    const folder = launchFolder(given, handedOver, ofShown);
    const scope = folder ?? shown;
    const known = {
      languages: this.#around.languages.map(launchLanguage),
      ...(shown?.scheme === 'file' ? { activeFile: shown.fsPath } : {}),
    };
    return {
      type: debugType,
      ...known,
      ...(shown?.scheme === 'untitled' ? { untitled: basename(shown.path) } : {}),
      entries: wantsEntries(given, known) ? await this.#projects(folder) : [],
      folderOf: program => workspaceFolderOf(program)?.uri.fsPath,
      // Elsewhere a program would start where VS Code happens to run.
      ...(folder === undefined ? {} : { folder: folder.uri.fsPath }),
      defaults: commonDefaults(scope),
      defaultsOf: this.#defaultsOf(scope),
      profiles: profiles(scope),
    };
  }

  #defaultsOf(scope: vscode.ConfigurationScope | undefined): NonNullable<LaunchContext['defaultsOf']> {
    return ({ id }) =>
      languageDefaults(
        this.#around.languages.find(each => each.id === id)!,
        scope,
      );
  }

  async #projects(first: vscode.WorkspaceFolder | undefined): Promise<readonly string[]> {
    const names = this.#around.languages.flatMap(({ projectFile }) => projectFile ?? []);
    if (names.length === 0) return [];
    return programsIn(first, vscode.workspace.workspaceFolders ?? [], folder =>
      filesLike(new vscode.RelativePattern(folder, `**/{${names.join(',')}}`), 5),
    );
  }

  /** What goes wrong is told here; undefined makes VS Code do nothing more. */
  async #reporting(work: () => Promise<Configuration | undefined>): Promise<Configuration | undefined> {
    try {
      return await work();
    } catch (error) {
      // Not awaited: the message may stay for long, and the launch is over.
      void reportFailure(error, { messages, clipboard, terminal });
      return undefined;
    }
  }
}

/** For the list of configurations that needs no launch.json: the programs of the workspace. */
export const dynamicConfigurations = (around: AdapterSurroundings): vscode.DebugConfigurationProvider => ({
  async provideDebugConfigurations(folder) {
    const languages = around.languages.map(launchLanguage);
    const endings = languages.flatMap(each => each.endings).map(ending => ending.slice(1));
    const names = languages.flatMap(({ projectFile }) => projectFile ?? []);
    const pattern = `**/{${[...endings.map(ending => `*.${ending}`), ...names].join(',')}}`;
    const files = await filesLike(
      folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern),
      mostOffered,
    );
    return [...offeredConfigurations(files, { type: debugType, languages })] as unknown as Configuration[];
  },
});

const filesLike = async (pattern: vscode.GlobPattern, most: number): Promise<readonly string[]> => {
  const found = await vscode.workspace.findFiles(pattern, '**/node_modules/**', most);
  return found.map(({ fsPath }) => fsPath).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
};

const workspaceFolderOf = (program: unknown): vscode.WorkspaceFolder | undefined =>
  typeof program === 'string' && isAbsolute(program)
    ? vscode.workspace.getWorkspaceFolder(vscode.Uri.file(program))
    : undefined;

/** Without a workspace a program starts in its own folder. */
const folderOf = (configuration: Configuration): { cwd?: string } => {
  const program: unknown = configuration['program'];
  return typeof program === 'string' && isAbsolute(program) ? { cwd: dirname(program) } : {};
};

/** The debug console, which VS Code opens with a session, would hide the terminal in which the program waits for input. */
const panelOf = ({ console }: Configuration): { internalConsoleOptions?: string } =>
  console === 'integratedTerminal' || console === 'externalTerminal'
    ? { internalConsoleOptions: 'neverOpen' }
    : {};

/** The adapter runs on Electron as Node, and the program must not inherit what makes it so. */
function withoutElectron(configuration: Readonly<Record<string, unknown>>): object {
  if (process.versions['electron'] === undefined) return {};
  const env = configuration['env'];
  return { env: { ELECTRON_RUN_AS_NODE: null, ...(typeof env === 'object' ? env : {}) } };
}
