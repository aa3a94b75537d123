// The evaluator: texts in the language of the program, at a stop or at a breakpoint.

import {
  asFailure,
  changesProgram,
  Failure,
  nameScope,
  notSupported,
  StopReader,
  topOf,
  type BreakpointSpec,
  type CallOptions,
  type CompiledExpression,
  type Engine,
  type FrameId,
  type FunctionSignature,
  type NameScope,
  type PushedTop,
  type RawValue,
  type RelativePlace,
  type RestoredMemory,
  type Scope,
  type Stop,
  type StopId,
  type ThreadId,
  type TypeId,
  type VisibleName,
} from '@sonde/engine';
import type { ExpressionContext, Language } from '@sonde/language';
import {
  compileLogMessage,
  dereferenced,
  encodeScalar,
  evaluate,
  isDivisionByZero,
  parseLogMessage,
  scalarOf,
  type EvaluationContext,
} from '@sonde/lens';
import type { DebugSession, StopState } from './debug-session.js';
import { withFormatSuffix } from './format-suffix.js';
import type { ProgramRun } from './program-run.js';

export interface EvaluateOptions {
  readonly frame: FrameId | undefined;
  /** Whether the text may change the program. */
  readonly effects: boolean;
  /** Without that: whether it may call functions, where the engine evaluates texts by itself. */
  readonly calls?: boolean;
  readonly signal?: AbortSignal;
}

/** A stop, whether or not anybody has heard of it. */
type Halt = Pick<StopState, 'stop' | 'reader'>;

export class Evaluator {
  /** Scopes of the frames asked about at this stop: hovers and watches come in bursts. */
  readonly #scopes = new Map<FrameId, Promise<readonly Scope[]>>();

  /** The count of changes at which the scopes pushed with the stop were true. */
  #pushedAt = 0;

  constructor(private readonly session: DebugSession) {}

  /** What was read is out of date. */
  forget(): void {
    this.#scopes.clear();
  }

  /** A new stop: what came with it is fresh. */
  begin(): void {
    this.#pushedAt = this.session.changes;
    this.forget();
  }

  compile(
    text: string,
    names: NameScope,
    language = this.session.language,
    functions: readonly FunctionSignature[] = [],
  ): CompiledExpression {
    const { expressions } = language;
    if (expressions === undefined)
      throw notSupported('an expression', 'the language has no expressions of its own');
    return compiling(() => expressions.compile(text, { ...this.expressionContext(names), functions }));
  }

  /** What an expression is compiled against, or completed. */
  expressionContext(names: NameScope): ExpressionContext {
    const { engine, image } = this.#run();
    return { names, types: engine.types, image };
  }

  compileLog(text: string, names: NameScope, language = this.session.language): CompiledExpression {
    return compileLogMessage(text, part => this.compile(part, names, language), this.#run().textType);
  }

  /** The language that the texts of a breakpoint are in: that of its source, or of the program. */
  languageOf(breakpoint: BreakpointSpec | undefined): Language {
    const { language, life } = this.session;
    if (breakpoint?.where.kind !== 'source') return language;
    const { source } = breakpoint.where;
    return life.run?.frameLanguages.ofSource(source.path ?? source.name) ?? language;
  }

  /** Evaluates at the current stop. */
  async evaluate(text: string, options: EvaluateOptions): Promise<RawValue> {
    const { stop } = this.session.stopped();
    const engine = this.#engine();
    const language = await this.session.languageOf(options.frame);
    if (engine.evaluateText !== undefined && language.expressions?.whole !== true)
      return this.#evaluateEither(text, options, this.session.stopped());
    if (language.expressions === undefined) throw notSupported('evaluating expressions');
    const names = await engine.names(stop.id, options.frame);
    // Registers have names in no language, and the scope of them shows these as the way to them.
    const register = /^\s*\$([a-z]\w*)\s*$/.exec(text)?.[1];
    if (register !== undefined && engine.evaluateText !== undefined && names.lookup(register) === undefined)
      return engine.evaluateText(stop.id, options.frame, text, options.signal, 'none');
    const functions = await this.#functions(text, names, language);
    return this.#compiled(this.compile(text, names, language, functions), options);
  }

  /** Functions that a text may call, of which the program's image does not tell. */
  async #functions(
    text: string,
    names: NameScope,
    { expressions }: Language,
  ): Promise<readonly FunctionSignature[]> {
    const engine = this.#engine();
    if (engine.functions === undefined) return [];
    const wanted = expressions?.functionsIn?.(text, this.expressionContext(names)) ?? [];
    if (wanted.length === 0) return [];
    return (await engine.functions(wanted)).filter(found => found !== undefined);
  }

  /** A program over the current stop. */
  async #compiled(compiled: CompiledExpression, options: EvaluateOptions): Promise<RawValue> {
    const { stop, reader } = this.session.stopped();
    const { text } = compiled;
    if (!compiled.pure && !options.effects) {
      throw new Failure(
        'bad-expression',
        'user',
        changesProgram(compiled.program)
          ? `"${text}" would change the program.`
          : `"${text}" would run code of the program.`,
        'Use the console for that.',
      );
    }
    return evaluate(compiled.program, this.#context(stop.id, reader, options));
  }

  /**
   * Where the engine evaluates texts by itself, whatever the language can compile is evaluated here all the same: on
   * values that came with the stop, in a fraction of the time. The rest is the engine's, and so is every complaint.
   */
  async #evaluateEither(text: string, options: EvaluateOptions, at: Halt): Promise<RawValue> {
    const value = await this.#evaluateOnStop(text, options, at);
    if (value !== undefined) return value;
    const { frame, effects, calls, signal } = options;
    const allowed = effects ? 'any' : calls === true ? 'calls' : 'none';
    const lasting = effects ? await this.#lasting(text, options).catch(() => undefined) : undefined;
    try {
      const found = await this.#engine().evaluateText!(at.stop.id, frame, lasting ?? text, signal, allowed);
      // A call that a watch makes is taken to look only: told as a change, it would make clients ask for the watch again.
      if (effects) this.session.written();
      return found;
    } catch (error) {
      const isRefused = error instanceof Failure && error.code === 'bad-expression';
      if (!isRefused || !effects || signal?.aborted === true) throw error;
      const assigned = await this.#assigned(text, options).catch(() => undefined);
      // What was wrong with the text as it stands is what people want to hear.
      if (assigned === undefined) throw error;
      return assigned;
    }
  }

  /** An assignment of a literal to a pointer, with memory that lasts: what the engine would give it is gone soon. */
  async #lasting(text: string, options: EvaluateOptions): Promise<string | undefined> {
    const { expressions } = await this.session.languageOf(options.frame);
    const parts = expressions?.assignmentIn?.(text);
    if (parts === undefined || expressions?.assigning === undefined) return undefined;
    const target = await this.evaluate(parts.target, { ...options, effects: false });
    const isPointer = this.#engine().types.resolve(target.type).kind === 'pointer';
    return isPointer ? this.assigning(parts.value, target, options.frame) : undefined;
  }

  /** A plain assignment, carried out by writing. */
  async #assigned(text: string, options: EvaluateOptions): Promise<RawValue | undefined> {
    const language = await this.session.languageOf(options.frame);
    const parts = language.expressions?.assignmentIn?.(text);
    if (parts === undefined) return undefined;
    const looking = { ...options, effects: false };
    const shown = await this.evaluate(parts.target, looking);
    const target = await this.referredTo(shown, options.frame, options.signal);
    return this.write(target, await this.valueFor(parts.value, target, looking));
  }

  /** Undefined where the text is more than looking at values in sight. */
  async #evaluateOnStop(
    text: string,
    options: EvaluateOptions,
    { stop, reader }: Halt,
  ): Promise<RawValue | undefined> {
    const { frame, signal } = options;
    const language = await this.session.languageOf(frame);
    if (language.expressions === undefined || frame === undefined) return undefined;
    try {
      const compiled = this.compile(text, namesIn(await this.scopes(stop.id, frame)), language);
      if (!compiled.pure) return undefined;
      return await evaluate(compiled.program, this.#context(stop.id, reader, { ...options, effects: false }));
    } catch (error) {
      if (!(error instanceof Failure) || signal?.aborted === true) throw error;
      // An engine that calculates by machine code may answer with whatever the machine leaves behind.
      if (isDivisionByZero(error)) throw error;
      return undefined;
    }
  }

  /** The text as a value for this target, ready to be written. */
  async valueFor(text: string, target: RawValue, options: EvaluateOptions): Promise<RawValue> {
    const engine = this.#engine();
    const language = await this.session.languageOf(options.frame);
    const { expressions } = language;
    if (language.encode === undefined && expressions?.compileFor === undefined)
      return this.evaluate(text, options);
    const names = await engine.names(this.session.stopped().stop.id, options.frame);
    const context = this.expressionContext(names);
    const encoded = language.encode?.(text, target.type, context);
    if (encoded !== undefined) return encoded;
    if (expressions?.compileFor === undefined) return this.evaluate(text, options);
    return this.#compiled(
      compiling(() => expressions.compileFor!(text, target.type, context)),
      options,
    );
  }

  /**
   * The place that a name means in its language, to be written or watched; what is shown under the name where the language
   * makes no difference.
   */
  async meant(
    name: string,
    shown: RawValue,
    frame: FrameId | undefined,
    signal?: AbortSignal,
  ): Promise<RawValue> {
    const { expressions } = await this.session.languageOf(frame);
    if (expressions?.compilePlace === undefined || frame === undefined) return shown;
    const names = await this.#engine().names(this.session.stopped().stop.id, frame);
    // Members and elements of values are what they are.
    if (names.lookup(name) === undefined) return shown;
    const compiled = compiling(() => expressions.compilePlace!(name, this.expressionContext(names)));
    return this.#compiled(compiled, { frame, effects: false, ...(signal === undefined ? {} : { signal }) });
  }

  /** What is written or watched where a value is shown. A reference is another name of what it refers to, and never that. */
  async referredTo(shown: RawValue, frame: FrameId | undefined, signal?: AbortSignal): Promise<RawValue> {
    const type = this.#engine().types.resolve(shown.type);
    if (type.kind !== 'pointer' || type.reference !== true) return shown;
    const { stop, reader } = this.session.stopped();
    const options = { frame, effects: false, ...(signal === undefined ? {} : { signal }) };
    return dereferenced(shown, type.target, this.#context(stop.id, reader, options));
  }

  /** A breakpoint that the engine leaves to us: the condition, then the log message. */
  async decide(stop: Stop, breakpoint: BreakpointSpec): Promise<{ stop: boolean; problem?: string }> {
    const engine = this.#engine();
    const frame = (await topOf(stop))?.frames[0]?.id;
    const reader = new StopReader(engine, stop.id);
    try {
      const names = await engine.names(stop.id, frame);
      const context = this.#context(stop.id, reader, { frame, effects: false });
      const language = this.languageOf(breakpoint);
      if (breakpoint.condition !== undefined) {
        const value = await evaluate(this.compile(breakpoint.condition, names, language).program, context);
        if (!isTrue(value)) return { stop: false };
      }
      if (breakpoint.logMessage === undefined) return { stop: true };
      const value = await evaluate(this.compileLog(breakpoint.logMessage, names, language).program, context);
      // The program's result is the text itself; showing it as a value would quote and cut it.
      const text = String(scalarOf(value, engine.types) ?? (await context.format(value)));
      // It is the user's text and not ours to style.
      this.session.say(() => text);
      return { stop: false };
    } catch (error) {
      return { stop: true, problem: error instanceof Error ? error.message : String(error) };
    } finally {
      reader.expire();
    }
  }

  /** A log message of the engine's, written where nobody has heard of the stop: as the console shows values. */
  async logText(stop: Stop, thread: ThreadId, breakpoint: BreakpointSpec): Promise<string> {
    const engine = this.#engine();
    const top = thread === stop.focus ? await topOf(stop) : undefined;
    const frame = top?.frames[0] ?? (await engine.stack(stop.id, thread, 0, 1)).frames[0];
    const reader = new StopReader(engine, stop.id);
    if (frame !== undefined) this.session.sawFrames([frame]);
    this.forget();
    if (frame !== undefined && top?.scopes !== undefined)
      this.#scopes.set(frame.id, Promise.resolve(top.scopes));
    try {
      const options = { frame: frame?.id, effects: false, calls: true };
      const texts: string[] = [];
      // One after the other: a call of one may change what the next shows.
      for (const part of parseLogMessage(breakpoint.logMessage ?? ''))
        texts.push(
          typeof part === 'string' ? part : await this.#logged(part.expression, options, { stop, reader }),
        );
      return texts.join('');
    } finally {
      this.forget();
      reader.expire();
    }
  }

  /** A part of a log message. One that cannot be said does not keep back the others. */
  async #logged(text: string, options: EvaluateOptions, at: Halt): Promise<string> {
    try {
      const { found, format } = await withFormatSuffix(text, {}, part =>
        this.#evaluateEither(part, options, at),
      );
      const lens = await this.session.lens(options.frame);
      const [shown] = await lens.show([{ name: text, value: found, path: text }], at.reader, format);
      // Texts are logged without quotes: a log is for reading.
      return shown!.text.replace(/^"((?:[^"\\]|\\.)*)"$/s, '$1');
    } catch (error) {
      return `<${asFailure(error).message.replace(/[.;]$/, '')}>`;
    }
  }

  /** The top that came with the stop, as long as nothing was changed since. */
  async pushed(): Promise<PushedTop | undefined> {
    const { stop } = this.session.stopped();
    const top = await topOf(stop);
    const isTrue = this.#pushedAt === this.session.changes && this.session.stopped().stop === stop;
    return isTrue ? top : undefined;
  }

  scopes(stop: StopId, frame: FrameId): Promise<readonly Scope[]> {
    const known = this.#scopes.get(frame);
    if (known !== undefined) return known;
    const scopes = this.#readScopes(stop, frame);
    this.#scopes.set(frame, scopes);
    scopes.catch(() => this.#scopes.delete(frame));
    return scopes;
  }

  async #readScopes(stop: StopId, frame: FrameId): Promise<readonly Scope[]> {
    const pushed = await this.pushed();
    const known = pushed?.frames[0]?.id === frame ? pushed.scopes : undefined;
    return known ?? this.#engine().scopes(stop, frame);
  }

  /** The text by which code of the program puts a value there; undefined where writing does. */
  async assigning(text: string, target: RawValue, frame: FrameId | undefined): Promise<string | undefined> {
    const { expressions } = await this.session.languageOf(frame);
    const engine = this.#engine();
    if (engine.evaluateText === undefined || target.place?.kind !== 'memory') return undefined;
    if (target.place.bits !== undefined) return undefined;
    return expressions?.assigning?.(text, target.type, target.place.address, engine.types);
  }

  /** Runs such a text, and answers with what is there now. */
  async assign(code: string, target: RawValue, options: Omit<EvaluateOptions, 'effects'>): Promise<RawValue> {
    const { stop, reader } = this.session.stopped();
    const { frame, signal } = options;
    try {
      await this.#engine().evaluateText!(stop.id, frame, code, signal, 'any');
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'bad-expression') throw error;
      // Nobody has written the text that the column is of.
      const message = error.message.replace(/ \(column \d+\)/, '');
      throw new Failure(error.code, error.blame, message, error.next);
    } finally {
      this.session.written();
    }
    return reader.value({ place: target.place!, type: target.type }, signal);
  }

  /** Writes and answers with what is there now. */
  async write(target: RawValue, value: RawValue): Promise<RawValue> {
    const { stop } = this.session.stopped();
    if (target.place === undefined)
      throw new Failure('read-only', 'user', 'this value lives nowhere and cannot be changed.');
    const engine = this.#engine();
    if (!engine.traits.writes) throw notSupported('changing values');
    const whole = await this.#whole(value);
    const written = await engine.write(stop.id, target.place, this.#converted(whole, target));
    this.session.written();
    return written;
  }

  /** A text of which only the beginning was handed over, whole. */
  async #whole(value: RawValue): Promise<RawValue> {
    if (value.content.kind !== 'partial') return value;
    if (value.place === undefined)
      throw new Failure('bad-expression', 'user', 'only the beginning of this text is known.');
    const { reader } = this.session.stopped();
    return reader.value({ place: value.place, type: value.type, whole: true });
  }

  #run(): ProgramRun {
    const { run } = this.session.life;
    if (run === undefined) throw new Failure('wrong-state', 'user', 'no program is loaded.');
    return run;
  }

  #engine(): Engine {
    return this.#run().engine;
  }

  #context(stop: StopId, reader: StopReader, options: EvaluateOptions): EvaluationContext {
    const engine = this.#engine();
    const { frame } = options;
    return {
      reader,
      types: engine.types,
      pointerSize: engine.process.pointerSize,
      littleEndian: engine.process.littleEndian ?? true,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      read: (place, type) => this.#read(stop, reader, frame, place, type),
      ...(engine.symbolAddresses === undefined
        ? {}
        : { symbol: async (name: string) => (await engine.symbolAddresses!([name]))[0]?.offset }),
      objection: value => this.#objection(value, reader, frame),
      format: async value => (await this.session.lens(frame)).text(value, reader),
      ...(options.effects && engine.traits.writes
        ? { write: (target: RawValue, value: RawValue) => this.write(target, value) }
        : {}),
      ...(engine.runCode === undefined
        ? {}
        : { run: (code: unknown, type: TypeId) => this.#runCode(stop, options, code, type) }),
      ...(options.effects && engine.traits.calls && engine.call !== undefined && frame !== undefined
        ? {
            call: (
              callee: string | bigint,
              args: readonly RawValue[],
              result: TypeId,
              restores?: readonly RestoredMemory[],
            ) =>
              this.#call(stop, { ...options, frame }, callee, args, {
                ...{ timeoutMs: callMs, result },
                ...(restores === undefined ? {} : { restores }),
              }),
          }
        : {}),
    };
  }

  async #objection(
    value: RawValue,
    reader: StopReader,
    frame: FrameId | undefined,
  ): Promise<string | undefined> {
    const language = await this.session.languageOf(frame);
    if (language.expressions?.objection === undefined) return undefined;
    const { engine, runtimes } = this.#run();
    const { types, process } = engine;
    const facts = await runtimes.facts(language, reader);
    return language.expressions.objection(value, {
      types,
      facts,
      littleEndian: process.littleEndian ?? true,
    });
  }

  /** Runs code of the machine. With effects allowed nobody knows what it changed on the way, even when it failed. */
  async #runCode(stop: StopId, options: EvaluateOptions, code: unknown, type: TypeId): Promise<RawValue> {
    const { frame, effects, signal } = options;
    try {
      return await this.#engine().runCode!(stop, frame, code, effects, signal, type);
    } finally {
      if (effects) this.session.written();
    }
  }

  /** Runs a function of the program. Nobody knows what it changed, even when it failed. */
  async #call(
    stop: StopId,
    { frame, signal }: EvaluateOptions & { readonly frame: FrameId },
    callee: string | bigint,
    args: readonly RawValue[],
    call: CallOptions,
  ): Promise<RawValue> {
    const code = typeof callee === 'string' ? callee : { space: '', offset: callee };
    try {
      return await this.#engine().call!(stop, frame, code, args, call, signal);
    } finally {
      this.session.written();
    }
  }

  async #read(
    stop: StopId,
    reader: StopReader,
    frame: FrameId | undefined,
    place: RelativePlace,
    type: TypeId,
  ): Promise<RawValue> {
    switch (place.kind) {
      case 'global':
        return reader.value({ place, type });
      case 'memory':
        return reader.value({
          place: { kind: 'memory', address: { space: place.space, offset: place.offset } },
          type,
        });
      case 'slot':
      case 'register': {
        if (frame === undefined) throw noFrame();
        return reader.value({ place: { ...place, frame }, type });
      }
      case 'named': {
        if (frame === undefined) throw noFrame();
        for (const scope of await this.scopes(stop, frame)) {
          const found = scope.variables.find(v => v.name === place.name);
          if (found !== undefined) return found.value;
        }
        throw new Failure('bad-expression', 'user', `there is no "${place.name}" here.`);
      }
    }
  }

  /** The value as the target holds it: bytes where the machine has bytes, a scalar elsewhere. */
  #converted(value: RawValue, target: RawValue): RawValue {
    const { types, process } = this.#engine();
    const { type } = target;
    const littleEndian = process.littleEndian ?? true;
    const plain = scalarOf(value, types, littleEndian);
    // What fits into a managed place only the machine can tell: types there are checked as the program runs.
    if (value.content.kind === 'object') return { type, content: value.content };
    if (plain === undefined) return { type, content: this.#sameShape(value, target) };
    const holdsBytes = target.content.kind === 'bytes' || target.content.kind === 'deferred';
    if (!holdsBytes) return { type, content: { kind: 'scalar', value: plain } };
    return { type, content: { kind: 'bytes', bytes: encodeScalar(plain, type, types, littleEndian) } };
  }

  /** A whole structure fits only into one of its own kind: anything else would run over what lies behind it. */
  #sameShape(value: RawValue, target: RawValue): RawValue['content'] {
    const { types } = this.#engine();
    const [from, to] = [types.resolve(value.type), types.resolve(target.type)];
    const fits = from.kind === to.kind && from.name === to.name && from.size === to.size;
    if (fits) return value.content;
    throw new Failure('bad-expression', 'user', `a value of type ${from.name} does not fit into ${to.name}.`);
  }
}

/** What the variables of a frame are called; a hidden one has no path to be named by. */
const namesIn = (scopes: readonly Scope[]): NameScope =>
  nameScope(
    scopes.flatMap(({ kind, variables }) =>
      kind === 'registers' || kind === 'returnValue'
        ? []
        : variables
            .filter(({ name, path }) => name === path)
            .map(({ name, value }): VisibleName => ({
              name,
              type: value.type,
              place: { kind: 'named', name },
              kind: kind === 'globals' ? 'global' : 'local',
            })),
    ),
  );

/** In the console people wait for what they asked for, but not for ever. */
const callMs = 5_000;

function compiling(compile: () => CompiledExpression): CompiledExpression {
  try {
    return compile();
  } catch (error) {
    // Parsers recurse, and nobody writes such a thing by hand.
    if (!(error instanceof RangeError)) throw error;
    throw new Failure('bad-expression', 'user', 'the expression is nested too deeply.');
  }
}

const noFrame = (): Failure =>
  new Failure('bad-expression', 'user', 'this name needs a stack frame;', 'select one.');

/** What counts as true for a condition: anything but false, zero and the empty text. */
function isTrue(value: RawValue): boolean {
  if (value.content.kind !== 'scalar') return value.content.kind !== 'unavailable';
  const plain = value.content.value;
  return plain !== false && plain !== 0 && plain !== 0n && plain !== '';
}
