// The texts of breakpoints, conditions and log messages, in as much as the engine leaves them to the session.

import {
  asFailure,
  Failure,
  stopId,
  StopReader,
  topOf,
  type BreakpointSpec,
  type CapturedValue,
  type CompiledExpression,
  type Expression,
  type FrameId,
  type LogValue,
  type MemoryBehind,
  type NameScope,
  type Stop,
  type ThreadId,
} from '@sonde/engine';
import type { Language } from '@sonde/language';
import { build, compileLogMessage, evaluate, isTrue, parseLogMessage, scalarOf } from '@sonde/lens';
import type { DebugSession } from '../debug-session.js';
import { evaluationContext, type EvaluateOptions, type Halt } from '../values/evaluation-context.js';
import { capturedReads } from './captured-reads.js';
import { snapshotText } from '../object-graph/graph-text.js';
import { snapshotNameIn, takesSnapshot } from '../object-graph/snapshot-words.js';
import { splitFormat, withFormatSuffix } from '../values/format-suffix.js';

export class BreakpointTexts {
  constructor(private readonly session: DebugSession) {}

  /** The language that the texts of a breakpoint are in: that of its source, or of the program. */
  languageOf(breakpoint: BreakpointSpec | undefined): Language {
    const { language, life } = this.session;
    if (breakpoint?.where.kind !== 'source') return language;
    const { source } = breakpoint.where;
    return life.run?.frameLanguages.ofSource(source.path ?? source.name) ?? language;
  }

  compileCondition(text: string, names: NameScope, breakpoint?: BreakpointSpec): CompiledExpression {
    return this.#compile(text, names, breakpoint, { decides: true });
  }

  #compile(
    text: string,
    names: NameScope,
    breakpoint: BreakpointSpec | undefined,
    more: { readonly decides?: boolean } = {},
  ): CompiledExpression {
    const { evaluator } = this.session;
    const source = breakpoint?.where.kind === 'source' ? breakpoint.where.source : undefined;
    const context = { ...evaluator.expressionContext(names, source), ...more };
    return evaluator.compile(text, names, this.languageOf(breakpoint), context);
  }

  /** A whole log message, as a program whose result is the text. */
  compileLog(text: string, names: NameScope, breakpoint?: BreakpointSpec): CompiledExpression {
    const { textType } = this.session.life.present();
    // Nothing near the program can take a snapshot: a program that is not pure is left to us.
    if (takesSnapshot(text))
      return { text, program: build.constant('', textType), type: textType, pure: false };
    return compileLogMessage(text, part => this.#compile(part, names, breakpoint), textType);
  }

  /** A breakpoint that the engine leaves to us: the condition, then the log message. */
  async decide(
    stop: Stop,
    breakpoint: BreakpointSpec,
    thread: ThreadId = stop.focus,
  ): Promise<{ stop: boolean; problem?: string }> {
    try {
      return await this.#where(stop, thread, (at, frame) => this.#decide(breakpoint, at, frame));
    } catch (error) {
      return { stop: true, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  async #decide(
    breakpoint: BreakpointSpec,
    at: Halt,
    frame: FrameId | undefined,
  ): Promise<{ stop: boolean }> {
    const { engine } = this.session.life.present();
    if (this.languageOf(breakpoint).expressions === undefined && engine.evaluateText !== undefined)
      return this.#decideByEngine(breakpoint, at, frame);
    const names = await engine.names(at.stop.id, frame);
    const context = evaluationContext(this.session, at, { frame, effects: false });
    if (breakpoint.condition !== undefined) {
      const value = await evaluate(
        this.compileCondition(breakpoint.condition, names, breakpoint).program,
        context,
      );
      if (!(await isTrue(value, context))) return { stop: false };
    }
    if (breakpoint.logMessage === undefined) return { stop: true };
    if (takesSnapshot(breakpoint.logMessage)) {
      const logged = await this.#logParts(breakpoint.logMessage, { frame, effects: false, logged: true }, at);
      this.session.say(() => logged);
      return { stop: false };
    }
    const value = await evaluate(this.compileLog(breakpoint.logMessage, names, breakpoint).program, context);
    // The program's result is the text itself; showing it as a value would quote and cut it.
    const text = String(scalarOf(value, engine.types) ?? (await context.format(value)));
    // It is the user's text and not ours to style.
    this.session.say(() => text);
    return { stop: false };
  }

  /** The same where only the engine knows what the texts mean. */
  async #decideByEngine(
    breakpoint: BreakpointSpec,
    at: Halt,
    frame: FrameId | undefined,
  ): Promise<{ stop: boolean }> {
    const { condition, logMessage } = breakpoint;
    const options = { frame, effects: false };
    if (condition !== undefined) {
      const value = await this.session.evaluator.evaluateAt(condition, options, at);
      if (!(await isTrue(value, evaluationContext(this.session, at, options)))) return { stop: false };
    }
    if (logMessage === undefined) return { stop: true };
    const text = await this.#logParts(logMessage, options, at);
    this.session.say(() => text);
    return { stop: false };
  }

  /** A log message of the engine's, written where nobody has heard of the stop: as the console shows values. */
  logText(stop: Stop, thread: ThreadId, breakpoint: BreakpointSpec): Promise<string> {
    return this.#where(stop, thread, (at, frame) =>
      this.#logParts(breakpoint.logMessage ?? '', { frame, effects: false, calls: true, logged: true }, at),
    );
  }

  async #logParts(message: string, options: EvaluateOptions, at: Halt): Promise<string> {
    const texts: string[] = [];
    // One after the other: a call of one may change what the next shows.
    for (const part of parseLogMessage(message))
      texts.push(typeof part === 'string' ? part : await this.#logged(part.expression, options, at));
    return texts.join('');
  }

  /** Looks at a thread while no client has heard of the stop: what is kept of frames is of this stop alone. */
  async #where<Result>(
    stop: Stop,
    thread: ThreadId,
    look: (at: Halt, frame: FrameId | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { life, scopes } = this.session;
    const { engine } = life.present();
    const top = thread === stop.focus ? await topOf(stop) : undefined;
    const frame = top?.frames[0] ?? (await engine.stack(stop.id, thread, 0, 1)).frames[0];
    const reader = new StopReader(engine, stop.id);
    if (frame !== undefined) this.session.sawFrames([frame]);
    scopes.forget();
    if (frame !== undefined && top?.scopes !== undefined) scopes.tell(frame.id, top.scopes);
    try {
      return await look({ stop, reader }, frame?.id);
    } finally {
      scopes.forget();
      reader.expire();
    }
  }

  /** See `BreakpointHost.compileLogValues`. */
  compileLogValues(breakpoint: BreakpointSpec, names: NameScope): readonly LogValue[] | undefined {
    const values: LogValue[] = [];
    if (takesSnapshot(breakpoint.logMessage ?? '')) return undefined;
    for (const part of parseLogMessage(breakpoint.logMessage ?? '')) {
      if (typeof part === 'string') continue;
      const { expression = part.expression } = splitFormat(part.expression) ?? {};
      const { program: value, logged: program = value, pure } = this.#compile(expression, names, breakpoint);
      if (!pure && this.languageOf(breakpoint).expressions?.native?.whole === true)
        throw mayOnlyLook(expression);
      const behind = pure ? this.#behind(program, names, breakpoint) : undefined;
      if (behind === undefined) return undefined;
      values.push({ program, behind });
    }
    return values;
  }

  #behind(
    program: Expression,
    names: NameScope,
    breakpoint: BreakpointSpec,
  ): readonly MemoryBehind[] | undefined {
    const { engine, frameLanguages } = this.session.life.present();
    const language = this.languageOf(breakpoint);
    const lens = frameLanguages.lensIn(language);
    if (lens.isShownByBytes(program.type)) return [];
    const type = engine.types.resolve(program.type);
    if (type.kind !== 'pointer' || type.reference === true || lens.hasRenderer(program.type))
      return language.expressions?.native?.behind?.(program, this.session.evaluator.expressionContext(names));
    const target = engine.types.resolve(type.target);
    if (target.kind === 'character' && target.size === 1) return [{ address: program }];
    if (target.size === undefined || !lens.isShownByBytes(type.target)) return undefined;
    return [{ address: program, length: build.constant(BigInt(target.size), program.type) }];
  }

  /** A log message of a place that the program has left: all that it shows was read there. */
  async passedText(breakpoint: BreakpointSpec, values: readonly CapturedValue[]): Promise<string> {
    const { engine, frameLanguages } = this.session.life.present();
    const lens = frameLanguages.lensIn(this.languageOf(breakpoint));
    const texts: string[] = [];
    let nth = 0;
    for (const part of parseLogMessage(breakpoint.logMessage ?? '')) {
      const captured = typeof part === 'string' ? undefined : values[nth++];
      if (typeof part === 'string') texts.push(part);
      else if (captured !== undefined) {
        const reader = new StopReader(capturedReads(captured, engine.types), stopId(0));
        const { format = {} } = splitFormat(part.expression) ?? {};
        texts.push(await lens.loggedText(captured.value, reader, format));
      }
    }
    return texts.join('');
  }

  /** A part of a log message. One that cannot be said does not keep back the others. */
  async #logged(text: string, options: EvaluateOptions, at: Halt): Promise<string> {
    try {
      const snapshot = snapshotNameIn(text);
      if (snapshot !== undefined) return await snapshotText(this.session, snapshot, at.stop);
      const { found, format } = await withFormatSuffix(text, {}, part =>
        this.session.evaluator.evaluateAt(part, options, at),
      );
      const lens = await this.session.lens(options.frame);
      return await lens.loggedText(found, at.reader, format);
    } catch (error) {
      return `<${asFailure(error).message.replace(/[.;]$/, '')}>`;
    }
  }
}

const mayOnlyLook = (expression: string): Failure =>
  new Failure(
    'bad-expression',
    'user',
    `${expression} would change the program or run code of it: it may only look.`,
  );
