// The evaluator: texts in the language of the program, at a stop.

import {
  changesProgram,
  takesMemoryOnly,
  Failure,
  nameScope,
  notSupported,
  type CompiledExpression,
  type Engine,
  type FrameId,
  type NameScope,
  type RawValue,
  type Scope,
  type SourceRef,
  type VisibleName,
} from '@sonde/engine';
import type { EngineText, ExpressionContext, Language } from '@sonde/language';
import { dereferenced, evaluate } from '@sonde/lens';
import type { DebugSession } from '../debug-session.js';
import { evaluationContext, type EvaluateOptions, type Halt } from './evaluation-context.js';
import { isRefusal, withoutColumn } from './refused-text.js';

export class Evaluator {
  constructor(private readonly session: DebugSession) {}

  compile(
    text: string,
    names: NameScope,
    language = this.session.language,
    context: ExpressionContext = this.expressionContext(names),
  ): CompiledExpression {
    const { expressions } = language;
    if (expressions === undefined)
      throw notSupported('an expression', 'the language has no expressions of its own');
    return compiling(() => expressions.compile(text, context));
  }

  /** What an expression is compiled against, or completed; `source` is where it stands. */
  expressionContext(names: NameScope, source?: SourceRef): ExpressionContext {
    const { engine, image } = this.session.life.present();
    return { names, types: engine.types, image, ...(source === undefined ? {} : { source }) };
  }

  /** The same with the functions that a text may call, of which the program's image does not tell. */
  async contextOf(
    text: string,
    names: NameScope,
    { expressions }: Language,
    frame: FrameId | undefined,
  ): Promise<ExpressionContext> {
    const engine = this.#engine;
    const context = this.expressionContext(names, this.sourceOf(frame));
    const wanted = expressions?.native?.functionsIn?.(text, context) ?? [];
    if (engine.functions === undefined || wanted.length === 0) return context;
    return { ...context, functions: await engine.functions(wanted) };
  }

  sourceOf(frame: FrameId | undefined): SourceRef | undefined {
    return this.session.life.run?.frameLanguages.sourceOf(frame);
  }

  /** Evaluates at the current stop. */
  evaluate(text: string, options: EvaluateOptions): Promise<RawValue> {
    return this.evaluateAt(text, options, this.session.stopped());
  }

  /** The same at a stop that clients may not have heard of. */
  async evaluateAt(text: string, options: EvaluateOptions, at: Halt): Promise<RawValue> {
    const { stop } = at;
    const engine = this.#engine;
    const language = await this.session.languageOf(options.frame);
    if (engine.evaluateText !== undefined && language.expressions?.native?.whole !== true)
      return this.#evaluateEither(text, options, at);
    if (language.expressions === undefined) throw notSupported('evaluating expressions');
    const names = await engine.names(stop.id, options.frame);
    // Registers have names in no language, and the scope of them shows these as the way to them.
    const register = /^\s*\$([a-z]\w*)\s*$/.exec(text)?.[1];
    if (register !== undefined && engine.evaluateText !== undefined && names.lookup(register) === undefined)
      return engine.evaluateText(stop.id, options.frame, text, options.signal, 'none');
    const context = await this.contextOf(text, names, language, options.frame);
    return this.run(() => this.compile(text, names, language, context), options, at);
  }

  /** A program over the current stop, as soon as it is compiled. */
  async run(
    compile: () => CompiledExpression,
    options: EvaluateOptions,
    at: Halt = this.session.stopped(),
  ): Promise<RawValue> {
    const compiled = compiling(compile);
    const { text } = compiled;
    const allowed =
      compiled.pure || options.effects || (options.memory === true && takesMemoryOnly(compiled.program));
    if (!allowed) {
      throw new Failure(
        'bad-expression',
        'user',
        changesProgram(compiled.program)
          ? `"${text}" would change the program.`
          : `"${text}" would run code of the program.`,
        'Use the console for that.',
      );
    }
    const program = options.logged === true ? (compiled.logged ?? compiled.program) : compiled.program;
    return evaluate(program, evaluationContext(this.session, at, options));
  }

  /**
   * Where the engine evaluates texts by itself, whatever the language can compile is evaluated here all the same: on
   * values that came with the stop, in a fraction of the time. The rest is the engine's, and so is every complaint.
   */
  async #evaluateEither(text: string, options: EvaluateOptions, at: Halt): Promise<RawValue> {
    const value = await this.#evaluateOnStop(text, options, at);
    if (value !== undefined) return value;
    const { effects, calls, signal } = options;
    const lasting = effects
      ? await this.session.assignments.lasting(text, options).catch(() => undefined)
      : undefined;
    try {
      const found = await this.#byEngine(lasting ?? text, options, at);
      // Whatever was called may have changed what was read before.
      if (effects || (calls === true && text.includes('('))) this.session.written();
      return found;
    } catch (error) {
      if (!isRefusal(error) || !effects || signal?.aborted === true) throw error;
      const assigned = await this.session.assignments.carriedOut(text, options).catch(() => undefined);
      // What was wrong with the text as it stands is what people want to hear.
      if (assigned === undefined) throw error;
      return assigned;
    }
  }

  /** What is only written in debuggers may be meant as the language has it, too: then the engine is asked again. */
  async #byEngine(text: string, options: EvaluateOptions, at: Halt): Promise<RawValue> {
    const { frame, effects, calls, signal } = options;
    const allowed = effects ? 'any' : calls === true ? 'calls' : 'none';
    const ask = (words: string) => this.#engine.evaluateText!(at.stop.id, frame, words, signal, allowed);
    const { expressions } = await this.session.languageOf(frame);
    const meant = expressions?.native?.engineText?.(text);
    if (meant === undefined) return ask(text);
    try {
      const found = await ask(meant.text);
      return meant.row === undefined ? found : await this.#row(found, meant.row, options, at);
    } catch (error) {
      if (!isRefusal(error) || signal?.aborted === true) throw error;
      return ask(text).catch(() => Promise.reject(withoutColumn(error)));
    }
  }

  /** The elements that a pointer leads to. */
  #row(
    pointer: RawValue,
    typeOf: NonNullable<EngineText['row']>,
    options: EvaluateOptions,
    at: Halt,
  ): Promise<RawValue> {
    const { types } = this.#engine;
    const type = types.resolve(pointer.type);
    const row = type.kind === 'pointer' ? typeOf(type.target, types) : undefined;
    if (row === undefined) throw new Failure('bad-expression', 'user', `${type.name} leads to no elements.`);
    return dereferenced(pointer, row, evaluationContext(this.session, at, options));
  }

  /** Undefined where the text is more than looking at values in sight. */
  async #evaluateOnStop(text: string, options: EvaluateOptions, at: Halt): Promise<RawValue | undefined> {
    const { frame, signal } = options;
    const language = await this.session.languageOf(frame);
    if (language.expressions === undefined || frame === undefined) return undefined;
    try {
      const compiled = this.compile(text, namesIn(await this.session.scopes.of(at.stop.id, frame)), language);
      if (!compiled.pure) return undefined;
      return await evaluate(
        compiled.program,
        evaluationContext(this.session, at, { ...options, effects: false }),
      );
    } catch (error) {
      if (!(error instanceof Failure) || signal?.aborted === true) throw error;
      // An engine that calculates by machine code may answer with whatever the machine leaves behind.
      if (error.kind === 'no-value') throw error;
      return undefined;
    }
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
    const names = await this.#engine.names(this.session.stopped().stop.id, frame);
    // Members and elements of values are what they are.
    if (names.lookup(name) === undefined) return shown;
    const options = { frame, effects: false, ...(signal === undefined ? {} : { signal }) };
    return this.run(
      () => expressions.compilePlace!(name, this.expressionContext(names, this.sourceOf(frame))),
      options,
    );
  }

  /** What is written or watched where a value is shown. A reference is another name of what it refers to, and never that. */
  async referredTo(shown: RawValue, frame: FrameId | undefined, signal?: AbortSignal): Promise<RawValue> {
    const type = this.#engine.types.resolve(shown.type);
    if (type.kind !== 'pointer' || type.reference !== true) return shown;
    const options = { frame, effects: false, ...(signal === undefined ? {} : { signal }) };
    return dereferenced(shown, type.target, evaluationContext(this.session, this.session.stopped(), options));
  }

  get #engine(): Engine {
    return this.session.life.present().engine;
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

function compiling(compile: () => CompiledExpression): CompiledExpression {
  try {
    return compile();
  } catch (error) {
    // Parsers recurse, and nobody writes such a thing by hand.
    if (!(error instanceof RangeError)) throw error;
    throw new Failure('bad-expression', 'user', 'the expression is nested too deeply.');
  }
}
