// The console debugger: a client of the protocol like any other, for a person at a terminal or a script.

import { ConnectionClosed, type EventBody, type Transport } from '@sonde/dap';
import { failureText } from '../failure-text.js';
import { BreakpointList, describeEntry } from './breakpoint-list.js';
import { BuildWords } from './build-words.js';
import { CommandError } from './command-error.js';
import { findCommand, splitLine } from './command-table.js';
import type { ConsoleCommand, ConsoleContext, ListPosition } from './console-command.js';
import { Debuggee, type DebuggeeListener, type Start } from './debuggee.js';
import { DisplayList } from './display-list.js';
import type { LineInput, TerminalInput } from './line-input.js';
import type { Screen } from './screen.js';
import { SourceTexts } from './source-text.js';
import { showPlace, showStop } from './stop-report.js';

export interface ConsoleOptions {
  readonly screen: Screen;
  readonly start: Start;
  readonly program: string | undefined;
  /** A new connection to an adapter; asked for at the start and for each further run. */
  connect(): Promise<Transport>;
}

const nothingToStart =
  'What the program left at its end is looked at, and nothing is started from here. To start it: sonde debug PROGRAM';

const promptText = '(sonde) ';

/** What is typed this soon after a motion is the next command and not input for the program. */
const typeAheadMs = 200;

export class Console implements ConsoleContext {
  readonly screen: Screen;
  readonly program: string | undefined;
  readonly breakpoints = new BreakpointList();
  readonly displays = new DisplayList();
  readonly sources = new SourceTexts();
  listPosition: ListPosition | undefined;
  hasTravelled = false;
  lastStopReason: string | undefined;
  #debuggee: Debuggee | undefined;
  #lastMotion: { readonly command: ConsoleCommand; readonly rest: string } | undefined;
  #terminal: TerminalInput | undefined;
  #quitting = false;
  #hangUp!: () => void;
  readonly #hungUp = new Promise<undefined>(resolve => (this.#hangUp = () => resolve(undefined)));
  #disconnecting: Promise<void> = Promise.resolve();
  /** We hang up ourselves: the end of the connection is no news. */
  #leaving = false;
  #failed = false;
  #exitTold = false;
  #inputHintShown = false;
  #starting = false;
  readonly #buildWords = new BuildWords();

  constructor(private readonly options: ConsoleOptions) {
    this.screen = options.screen;
    this.program = options.program;
  }

  get debuggee(): Debuggee {
    if (this.#debuggee === undefined) throw new CommandError('No program is loaded.');
    return this.#debuggee;
  }

  /** For completion, which must never fail. */
  get debuggeeIfAny(): Debuggee | undefined {
    return this.#debuggee;
  }

  /** Loads the program; false, with the reason on the screen, when that failed. */
  async load(): Promise<boolean> {
    try {
      await this.#connect();
      return true;
    } catch (error) {
      if (this.#wantsToLeave()) return false;
      await this.#debuggee?.told();
      this.screen.problem(this.#buildWords.news(failureText(error)));
      return false;
    }
  }

  /** Takes commands until the input ends or someone quits. */
  async converse(input: LineInput, terminal?: TerminalInput): Promise<void> {
    this.#terminal = terminal;
    this.screen.editor = terminal;
    while (!this.#quitting) {
      if (terminal !== undefined) await this.#readyForLine(terminal);
      const line = await Promise.race([input.next(), this.#hungUp]);
      if (line === undefined) break;
      // A script's next command waits for the last motion to end; input for the program may lie ready for it.
      if (terminal === undefined && !isInput(line)) await this.#debuggee?.settled();
      if (this.#wantsToLeave()) break;
      await this.#take(line, input);
    }
    this.screen.editor = undefined;
    this.#terminal = undefined;
    // Ctrl+D leaves the cursor behind the prompt.
    if (terminal !== undefined && !this.#quitting) this.screen.say('');
  }

  /** The program gets to its end, or to a stop, before a script that has no more to say is over. */
  async finishScript(): Promise<void> {
    const debuggee = this.#debuggee;
    if (this.#quitting || debuggee?.phase !== 'running') return;
    // Nothing more will come: a program that reads must not wait for ever.
    await debuggee.type(undefined).catch(() => undefined);
    await debuggee.settled();
  }

  /** Ends the connection: a program we launched ends with it, a joined one goes on. Answers with the exit code. */
  async end(): Promise<number> {
    await this.#disconnect();
    this.screen.freshLine();
    return this.#failed ? 1 : 0;
  }

  quit(): void {
    this.#quitting = true;
  }

  detach(): void {
    if (!this.debuggee.joined)
      throw new CommandError('The program was started here and ends with the debugger. To leave: quit');
    this.quit();
  }

  /** Leaves without waiting for the program, the script or a further line: nobody is there any more. */
  leave(): void {
    this.#quitting = true;
    this.#hangUp();
    void this.#disconnect();
  }

  /** Ctrl+C may come while something is awaited, which the compiler cannot see. */
  #wantsToLeave(): boolean {
    return this.#quitting;
  }

  /** Ctrl+C: pauses a running program; where that is not possible, the way out is shown. */
  interrupt(): void {
    const debuggee = this.#debuggee;
    const terminal = this.#terminal;
    if (debuggee?.phase === 'running' && !debuggee.pausing) {
      debuggee.pause().catch((error: unknown) => this.screen.problem(failureText(error)));
      return;
    }
    if (terminal === undefined) {
      // Nobody to ask: the second Ctrl+C is meant.
      this.leave();
      return;
    }
    if (debuggee?.phase === 'running') {
      this.screen.say('The program does not pause. Ctrl+D or quit ends the debugger.');
      terminal.prompt(promptText);
      this.#askingToQuit = true;
      return;
    }
    if (terminal.isEmpty) this.screen.say('To leave the debugger: quit, or Ctrl+D.');
    else terminal.discardLine();
  }

  #askingToQuit = false;

  // --- starting ----------------------------------------------------------------------------------------------------

  async run(): Promise<void> {
    const { phase, joined, hasEnded } = this.debuggee;
    if (hasEnded) throw new CommandError(nothingToStart);
    if (phase === 'running' || phase === 'stopped') {
      throw new CommandError(
        joined ? 'The program runs already.' : 'The program runs already. To start it anew: restart',
      );
    }
    if (phase === 'ended') {
      if (joined) this.debuggee.requireStopped();
      await this.#disconnect();
      await this.#connect();
    }
    await this.debuggee.begin();
  }

  async restart(): Promise<void> {
    const { debuggee } = this;
    if (debuggee.hasEnded) throw new CommandError(nothingToStart);
    if (!debuggee.restartable)
      throw new CommandError(
        'The program was not started here, so that it cannot be started anew from here.',
      );
    if (debuggee.phase === 'loaded' || debuggee.phase === 'ended') return this.run();
    if (debuggee.client.capabilities.supportsRestartRequest !== true) {
      await this.#disconnect();
      await this.#connect();
      return this.debuggee.begin();
    }
    this.#forgetRun();
    await debuggee.restart();
  }

  async #connect(): Promise<void> {
    this.#forgetRun();
    this.#leaving = false;
    const transport = await this.options.connect();
    const debuggee = new Debuggee(
      transport,
      this.options.start,
      this.#listener(),
      this.screen.style.coloured,
    );
    this.#debuggee = debuggee;
    // Whoever left meanwhile found nothing to end.
    if (this.#wantsToLeave()) return this.#disconnect();
    this.#starting = true;
    try {
      await debuggee.load();
    } finally {
      await debuggee.told();
      this.#starting = false;
    }
    await this.breakpoints.sendAll(debuggee.client);
    if (debuggee.beginsAtOnce) await debuggee.begin();
  }

  /** Also waits for a disconnect that is under way. */
  #disconnect(): Promise<void> {
    const debuggee = this.#debuggee;
    this.#debuggee = undefined;
    if (debuggee !== undefined) this.#disconnecting = this.#goodbye(debuggee);
    return this.#disconnecting;
  }

  async #goodbye(debuggee: Debuggee): Promise<void> {
    this.#leaving = true;
    const { client, joined } = debuggee;
    await client
      .request('disconnect', joined ? {} : { terminateDebuggee: true }, { timeoutMs: 5000 })
      .catch(() => undefined);
    client.close();
    await debuggee.told();
  }

  #forgetRun(): void {
    this.#buildWords.forget();
    this.sources.forget();
    this.listPosition = undefined;
    this.#exitTold = false;
    this.breakpoints.forget(({ untilNextStop }) => untilNextStop !== true);
    // What was watched lived in the old run.
    for (const entry of this.breakpoints.forget(({ wanted }) => wanted.kind !== 'data')) {
      this.screen.say(
        this.screen.style.dim(`Watchpoint ${entry.number} is gone with the run it belonged to.`),
      );
    }
  }

  // --- lines -------------------------------------------------------------------------------------------------------

  async #readyForLine(terminal: TerminalInput): Promise<void> {
    const settled = this.#debuggee?.settled() ?? Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const soon = new Promise<void>(resolve => (timer = setTimeout(resolve, typeAheadMs)));
    await Promise.race([settled, soon]);
    clearTimeout(timer);
    if (this.#takesCommands()) this.#showPrompt();
    else terminal.prompt('');
  }

  /** While the program runs, lines are its input, unless someone is looking for the way out. */
  #takesCommands(): boolean {
    return this.#debuggee?.phase !== 'running' || this.#askingToQuit;
  }

  #showPrompt(): void {
    if (this.#terminal === undefined) return;
    this.screen.freshLine();
    this.#terminal.prompt(promptText);
  }

  async #take(line: string, input: LineInput): Promise<void> {
    try {
      if (!this.#takesCommands()) await this.#passOn(line, input);
      else await this.#command(line, input);
    } catch (error) {
      if (!input.interactive) this.#failed = true;
      await this.#debuggee?.told();
      // That the connection is gone has just been said.
      if (error instanceof ConnectionClosed) return;
      this.screen.problem(
        error instanceof CommandError ? error.message : this.#buildWords.news(failureText(error)),
      );
    }
  }

  /** A line for the program. The command `input` means the same here, so that scripts can be clear about it. */
  async #passOn(line: string, input: LineInput): Promise<void> {
    const text = isInput(line) ? splitLine(line).rest : line;
    if (!input.interactive) this.screen.echo('(input) ', text);
    await this.debuggee.type(`${text}\n`);
  }

  async #command(line: string, input: LineInput): Promise<void> {
    this.#askingToQuit = false;
    const empty = line.trim() === '';
    const again = empty && input.repeatsOnEmpty ? this.#lastMotion : undefined;
    if (!input.interactive && !(empty && again === undefined)) this.screen.echo(promptText, line.trim());
    if ((empty && again === undefined) || line.trimStart().startsWith('#')) return;
    const { word, rest } = splitLine(line);
    const command = again?.command ?? findCommand(word);
    const operand = again?.rest ?? rest;
    this.#lastMotion = command.motion === true ? { command, rest: operand } : this.#lastMotion;
    await command.run(this, operand);
  }

  // --- what happens ------------------------------------------------------------------------------------------------

  showPlace(): Promise<void> {
    return showPlace(this);
  }

  #listener(): DebuggeeListener {
    return {
      output: (body, building) => this.#output(body, building),
      stopped: async (body, others) => {
        this.lastStopReason = body.reason;
        this.listPosition = undefined;
        await showStop(this, body, others);
        this.#promptIfWaiting();
      },
      continued: () => {
        // What is typed from now on is the program's.
        this.#terminal?.hide();
        this.#terminal?.prompt('');
        this.screen.say(this.screen.style.dim('The program goes on; another client moved it.'));
      },
      breakpointChanged: body => {
        const entry = this.breakpoints.changed(body);
        if (entry !== undefined) this.screen.say(describeEntry(entry));
      },
      waitsForInput: () => {
        if (this.#terminal === undefined || this.#inputHintShown) return;
        this.#inputHintShown = true;
        this.screen.say(this.screen.style.dim('The program waits for a line of input; Ctrl+C pauses it.'));
      },
      exited: code => {
        this.#exitTold = true;
        this.screen.say(`The program ended with exit code ${code}.`);
      },
      ended: why => {
        // That it did not even start is told with the reason.
        if (this.#leaving || this.#starting) return;
        if (why !== undefined) this.screen.problem(`The connection to the debugger is gone: ${why}`);
        else if (!this.#exitTold) this.screen.say('The session has ended.');
        this.#promptIfWaiting();
      },
    };
  }

  #output(body: EventBody<'output'>, building: boolean): void {
    const { output } = body;
    if (building) this.#buildWords.add(output);
    switch (body.category) {
      case 'telemetry':
        return;
      case 'stdout':
        return this.screen.program('stdout', output);
      case 'stderr':
        return building ? this.screen.say(output) : this.screen.program('stderr', output);
      default:
        this.screen.say(output);
    }
  }

  /** The person was typing input for the program, or nothing; now commands are welcome again. */
  #promptIfWaiting(): void {
    if (this.#terminal !== undefined && this.#takesCommands()) this.#showPrompt();
  }
}

/** `input TEXT`, written out. */
const isInput = (line: string): boolean => splitLine(line).word === 'input';
