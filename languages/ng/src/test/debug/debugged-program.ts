// A program under the machine's debugger, for tests: source text in, events and output out.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFiles, type MachineImage } from '@sonde/engine-vm';
import { onTestFinished } from 'vitest';
import { link } from '../../toolchain/linker/link.js';
import { compileProgram } from '../../toolchain/compile.js';
import type { DebugHost } from '../../runtime/debug/debug-host.js';
import {
  DebugEvent,
  type DebugCommand,
  type DebugFrame,
  type DebugStatus,
  type DebugVariable,
} from '../../runtime/debug/debug-interface.js';
import { MachineDebugger } from '../../runtime/debug/machine-debugger.js';

/** Writes `program.ng` and perhaps others beside it; answers with the folder. */
export function writtenFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ng-debug-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

export function imageOf(path: string, debugInfo = true): MachineImage {
  const { modules } = compileProgram(path, { upstreamCompatible: false });
  const bare = modules.map(({ name, path: file, module, importedModules }) => ({
    name,
    path: file,
    module,
    importedModules,
  }));
  const linked = debugInfo ? modules : bare;
  const { image, symbols, loaded } = link(linked, { upstreamCompatible: false });
  return { code: image, symbols, loaded };
}

/** A world of texts: output is collected, input comes when a test gives it. */
export class TextHost implements DebugHost {
  stdout = '';
  stderr = '';
  readonly args = [];
  readonly files = programFiles(process.cwd());
  readonly executable = process.execPath;
  readonly memoryLimit = 512 * 1024 * 1024;
  readonly watching = false;
  readonly debugged: boolean;
  readonly #lines: (string | null)[] = [];
  #inputCame: () => void = () => undefined;

  constructor(debugged = true) {
    this.debugged = debugged;
  }

  write(stream: string, text: string): boolean {
    if (stream === 'stderr') this.stderr += text;
    else this.stdout += text;
    return true;
  }

  writeBytes(stream: string, bytes: Uint8Array): boolean {
    return this.write(stream, Buffer.from(bytes).toString('latin1'));
  }

  give(line: string | null): void {
    this.#lines.push(line);
    this.#inputCame();
  }

  readLine(): string | null | undefined {
    return this.#lines.shift();
  }

  ready(): Promise<void> {
    return new Promise(resolve => (this.#inputCame = resolve));
  }

  now(): number {
    return 0;
  }

  random(): number {
    return 0;
  }

  startChild(): void {
    throw new Error('no program starts another');
  }

  touched(): boolean {
    return false;
  }
}

export class DebuggedProgram {
  readonly host = new TextHost();
  readonly debug: MachineDebugger;
  readonly path: string;
  /** The exit code, once the program was set going. */
  exit: Promise<number> | undefined;
  readonly #events: DebugStatus[] = [];
  #waiting: ((status: DebugStatus) => void) | undefined;

  constructor(
    private readonly source: string,
    others: Readonly<Record<string, string>> = {},
    { debugInfo }: { readonly debugInfo: boolean } = { debugInfo: true },
  ) {
    const folder = writtenFolder({ 'program.ng': source, ...others });
    this.path = join(folder, 'program.ng');
    this.debug = new MachineDebugger(imageOf(this.path, debugInfo), this.host, status => this.#came(status));
  }

  /** The line that carries `// #name`. */
  line(marker: string, text = this.source): number {
    const found = text.split('\n').findIndex(line => line.includes(`// #${marker}`));
    if (found < 0) throw new Error(`no marker #${marker}`);
    return found + 1;
  }

  breakAt(...markers: readonly (string | { readonly at: string; readonly condition: string })[]): void {
    this.debug.setBreakpoints(
      markers.map(marker =>
        typeof marker === 'string'
          ? { file: this.path, line: this.line(marker) }
          : { file: this.path, line: this.line(marker.at), condition: marker.condition },
      ),
    );
  }

  /** Sets the program going. */
  begin(): Promise<DebugStatus> {
    this.debug.start();
    this.exit = this.debug.run();
    return this.event();
  }

  /** The next event that was not asked for before. */
  event(): Promise<DebugStatus> {
    const next = this.#events.shift();
    if (next !== undefined) return Promise.resolve(next);
    return new Promise(resolve => (this.#waiting = resolve));
  }

  async after(command: DebugCommand): Promise<DebugStatus> {
    this.debug.sendCommand(command);
    return this.event();
  }

  /** Where a command leads: the event, the function and the line. */
  async placeAfter(command: DebugCommand): Promise<string> {
    return this.place(await this.after(command));
  }

  place(status: DebugStatus): string {
    if (status.event === DebugEvent.EXIT) return 'EXIT';
    const { functionName, line } = this.top;
    return `${DebugEvent[status.event]} ${functionName} ${line}`;
  }

  get top(): DebugFrame {
    const [frame] = this.debug.getStackTrace(0, 1);
    if (frame === undefined) throw new Error('there is no frame');
    return frame;
  }

  /** The variables of the top frame, as `name: type = value`. */
  get variables(): readonly string[] {
    const { parameters, locals } = this.debug.getFrameVariables(this.top.frameId);
    return [...parameters, ...locals].map(shown);
  }

  variable(name: string): DebugVariable {
    const found = this.debug.getVariables(this.top.frameId).find(variable => variable.name === name);
    if (found === undefined) throw new Error(`there is no variable ${name}`);
    return found;
  }

  members(variable: DebugVariable): readonly string[] {
    return this.debug.getVariables(variable.variablesReference ?? -1).map(shown);
  }

  value(expression: string): string | undefined {
    return this.debug.evaluate(expression, this.top.frameId);
  }

  problem(expression: string): string {
    const result = this.debug.evaluation(expression, this.top.frameId);
    return result.kind === 'problem' ? result.problem : `no problem: ${result.value.value}`;
  }

  #came(status: DebugStatus): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#events.push(status);
    else waiting(status);
  }
}

export const shown = ({ name, type, value }: DebugVariable): string => `${name}: ${type} = ${value}`;
