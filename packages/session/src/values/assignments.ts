// Assignments: a text becomes a value of its target's type, and is put there.

import { Failure, notSupported, type Engine, type FrameId, type RawValue } from '@sonde/engine';
import { encodeScalar, scalarOf } from '@sonde/lens';
import type { DebugSession } from '../debug-session.js';
import type { EvaluateOptions } from './evaluation-context.js';
import { isRefusal, withoutColumn } from './refused-text.js';

export class Assignments {
  constructor(private readonly session: DebugSession) {}

  /** The text as a value for this target, ready to be written. */
  async valueFor(text: string, target: RawValue, options: EvaluateOptions): Promise<RawValue> {
    const { evaluator } = this.session;
    const language = await this.session.languageOf(options.frame);
    const { expressions } = language;
    if (
      expressions === undefined ||
      (expressions.encode === undefined && expressions.compileFor === undefined)
    )
      return evaluator.evaluate(text, options);
    const names = await this.#engine.names(this.session.stopped().stop.id, options.frame);
    const context = await evaluator.contextOf(text, names, language, options.frame);
    const encoded = expressions.encode?.(text, target.type, context);
    if (encoded !== undefined) return encoded;
    if (expressions.compileFor === undefined) return evaluator.evaluate(text, options);
    return evaluator.run(() => expressions.compileFor!(text, target.type, context), options);
  }

  /** The text by which code of the program puts a value there; undefined where writing does. */
  async assigning(text: string, target: RawValue, frame: FrameId | undefined): Promise<string | undefined> {
    const { expressions } = await this.session.languageOf(frame);
    const engine = this.#engine;
    if (engine.evaluateText === undefined || target.place?.kind !== 'memory') return undefined;
    if (target.place.bits !== undefined) return undefined;
    return expressions?.native?.assigning?.(text, target.type, target.place.address, engine.types);
  }

  /** Runs such a text, and answers with what is there now. */
  async assign(code: string, target: RawValue, options: Omit<EvaluateOptions, 'effects'>): Promise<RawValue> {
    const { stop, reader } = this.session.stopped();
    const { frame, signal } = options;
    try {
      await this.#engine.evaluateText!(stop.id, frame, code, signal, 'any');
    } catch (error) {
      throw isRefusal(error) ? withoutColumn(error) : error;
    } finally {
      this.session.written();
    }
    return reader.value({ place: target.place!, type: target.type }, signal);
  }

  /**
   * An assignment of a literal to a pointer as a text that gives it memory that lasts: what the engine would give it is
   * gone soon. Undefined where the text is no such assignment.
   */
  async lasting(text: string, options: EvaluateOptions): Promise<string | undefined> {
    const { expressions } = await this.session.languageOf(options.frame);
    const parts = expressions?.native?.assignmentIn?.(text);
    if (parts === undefined || expressions?.native?.assigning === undefined) return undefined;
    const target = await this.session.evaluator.evaluate(parts.target, { ...options, effects: false });
    const isPointer = this.#engine.types.resolve(target.type).kind === 'pointer';
    return isPointer ? this.assigning(parts.value, target, options.frame) : undefined;
  }

  /** A plain assignment, carried out by writing; undefined where the text is none. */
  async carriedOut(text: string, options: EvaluateOptions): Promise<RawValue | undefined> {
    const { evaluator } = this.session;
    const language = await this.session.languageOf(options.frame);
    const parts = language.expressions?.native?.assignmentIn?.(text);
    if (parts === undefined) return undefined;
    const looking = { ...options, effects: false };
    const shown = await evaluator.evaluate(parts.target, looking);
    const target = await evaluator.referredTo(shown, options.frame, options.signal);
    return this.write(target, await this.valueFor(parts.value, target, looking));
  }

  /** Writes and answers with what is there now. */
  async write(target: RawValue, value: RawValue): Promise<RawValue> {
    const { stop } = this.session.stopped();
    if (target.place === undefined)
      throw new Failure('read-only', 'user', 'this value lives nowhere and cannot be changed.');
    const engine = this.#engine;
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

  get #engine(): Engine {
    return this.session.life.present().engine;
  }

  /** The value as the target holds it: bytes where the machine has bytes, a scalar elsewhere. */
  #converted(value: RawValue, target: RawValue): RawValue {
    const { types, process } = this.#engine;
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
    const { types } = this.#engine;
    const [from, to] = [types.resolve(value.type), types.resolve(target.type)];
    const fits = from.kind === to.kind && from.name === to.name && from.size === to.size;
    if (fits) return value.content;
    throw new Failure('bad-expression', 'user', `a value of type ${from.name} does not fit into ${to.name}.`);
  }
}
