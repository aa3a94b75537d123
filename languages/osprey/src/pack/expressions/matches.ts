// Matches: arms as tests one after the other, and what their patterns bind.

import type { Expression } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { ExpressionTree, PatternTree } from '../../toolchain/syntax/tree.js';
import type { BlockType } from '../renderers/blocks.js';
import type { Elements } from './elements.js';
import { restores } from './new-values.js';
import type { Operators } from './operators.js';
import type { Lowered, Parts, Tree } from './parts.js';
import { refused } from './refusals.js';

/** What a pattern asks of a value, and the names that it gives to its parts. */
interface Fit {
  readonly test?: Expression;
  readonly names: ReadonlyMap<string, Expression>;
}

const everything: Fit = { names: new Map() };

export class Matches {
  constructor(
    private readonly parts: Parts,
    private readonly operators: Operators,
    private readonly elements: Elements,
    private readonly lowerWith: (tree: ExpressionTree, names: ReadonlyMap<string, Expression>) => Expression,
  ) {}

  match({ arms, at }: Tree<'match'>, subject: Lowered): Expression {
    return this.parts.bindings.bind(subject.value, value => {
      const fits = arms.map(arm => this.#fit(arm.pattern, value, subject));
      let chosen: Expression | undefined;
      for (const [nth, { test, names }] of [...fits.entries()].toReversed()) {
        const body = this.lowerWith(arms[nth]!.body, names);
        const otherwise = chosen ?? build.fail('no arm of the match fits', body.type);
        chosen = test === undefined ? body : this.parts.choice(test, body, otherwise, arms[nth]!.at);
      }
      if (chosen === undefined) throw refused(at, 'this match has no arms');
      return chosen;
    });
  }

  #fit(pattern: PatternTree, value: Expression, outcome?: Lowered): Fit {
    switch (pattern.kind) {
      case 'wildcard':
        return everything;
      case 'binding':
        return { names: new Map([[pattern.name.text, value]]) };
      case 'literal':
        return { ...everything, test: this.#equals(pattern, value) };
      case 'list':
        return this.#list(pattern, value);
      case 'fields': {
        const record = this.#blockOf(value, ['record'], pattern);
        const names = pattern.names.map(({ text, at }) => {
          if (!record.fields.some(({ name }) => name === text))
            throw refused(at, `there is no field ${text}`);
          return [text, this.parts.part(value, record, text)] as const;
        });
        return { names: new Map(names) };
      }
      case 'variant':
        return this.#variant(pattern, value, outcome);
      default:
        throw refused(pattern.at, 'this pattern cannot be evaluated at a stop');
    }
  }

  #equals({ value: wanted, at }: PatternTree & { kind: 'literal' }, value: Expression): Expression {
    const { parts } = this;
    const { kind } = parts.shape(value);
    const { int, float, bool, text } = parts.types;
    if (typeof wanted === 'string' && kind === 'string') return this.operators.sameBytes(value, wanted);
    if (typeof wanted === 'string' && kind === 'text')
      return parts.holds.eq(value, build.constant(wanted, text));
    if (typeof wanted === 'bigint' && kind === 'int')
      return parts.holds.eq(value, build.constant(wanted, int));
    if (typeof wanted === 'number' && kind === 'float')
      return parts.holds.eq(value, build.constant(wanted, float));
    if (typeof wanted === 'boolean' && kind === 'bool')
      return wanted ? value : parts.holds.eq(value, build.constant(false, bool));
    throw refused(at, `this does not fit a ${parts.name(value.type)}`);
  }

  #blockOf(value: Expression, kinds: readonly string[], { at }: PatternTree): BlockType {
    const shape = this.parts.shape(value);
    if (!('block' in shape) || !kinds.includes(shape.kind))
      throw refused(at, `this does not fit a ${this.parts.name(value.type)}`);
    return shape.block;
  }

  #list(pattern: PatternTree & { kind: 'list' }, value: Expression): Fit {
    const { parts, elements } = this;
    const block = this.#blockOf(value, ['list'], pattern);
    const count = parts.int(pattern.items.length);
    const length = elements.length(value, block);
    const fits = pattern.rest === undefined ? parts.holds.eq(length, count) : parts.holds.ge(length, count);
    const inner = pattern.items.map((item, nth) =>
      this.#fit(item, elements.ofList(value, block, parts.int(nth)).value),
    );
    const names = new Map(inner.flatMap(fit => [...fit.names]));
    // Made by code of the program, where the arm mentions it.
    if (pattern.rest !== undefined)
      names.set(pattern.rest.text, build.call('osp_list_drop', [value, count], value.type, { restores }));
    return { test: this.#all([{ ...everything, test: fits }, ...inner]), names };
  }

  #variant(pattern: PatternTree & { kind: 'variant' }, value: Expression, outcome: Lowered | undefined): Fit {
    const { parts } = this;
    const shape = parts.shape(value);
    const { text: name } = pattern.name;
    if (shape.kind === 'union') {
      const meant = parts.meanings('constructor', name);
      const variant = shape.tag.enumerators.find(entry => meant.includes(entry.name));
      if (variant === undefined)
        throw refused(pattern.name.at, `a ${parts.name(value.type)} has no variant ${name}`);
      const tag = parts.part(value, shape.block, 'tag');
      const test = parts.holds.eq(parts.ints.add(tag, parts.int(0)), parts.int(variant.value));
      return this.#payload(pattern, value, shape.block, variant.name, test);
    }
    if (name !== 'Success' && name !== 'Error') {
      if (shape.kind !== 'record') throw refused(pattern.at, `this does not fit a ${parts.name(value.type)}`);
      const inner = this.#partsOf(pattern, shape.block.fields).map(({ field, part }) =>
        this.#fit(part, parts.part(value, shape.block, field)),
      );
      return { ...this.#tested(inner), names: new Map(inner.flatMap(fit => [...fit.names])) };
    }
    return this.#outcome(pattern, value, outcome, name === 'Success');
  }

  #payload(
    pattern: PatternTree & { kind: 'variant' },
    value: Expression,
    block: BlockType,
    name: string,
    test: Expression,
  ): Fit {
    const { parts } = this;
    const { types } = parts.context;
    const payload = block.fields.find(field => field.name === name);
    const described = payload && types.resolve(payload.type);
    const fields = described?.kind === 'struct' ? described.fields : [];
    const inner = this.#partsOf(
      pattern,
      fields.map(({ name: own }) => ({ name: own })),
    ).map(({ field, part }) => {
      const { type } = fields.find(candidate => candidate.name === field)!;
      return this.#fit(part, build.field(parts.part(value, block, name), field, type));
    });
    return {
      test: this.#all([{ ...everything, test }, ...inner]),
      names: new Map(inner.flatMap(fit => [...fit.names])),
    };
  }

  /** Which field each part of a pattern is about. */
  #partsOf(
    pattern: PatternTree & { kind: 'variant' },
    fields: readonly { readonly name: string }[],
  ): readonly { readonly field: string; readonly part: PatternTree }[] {
    const { name } = pattern;
    if ('named' in pattern)
      return pattern.named.map(field => {
        if (!fields.some(candidate => candidate.name === field.text))
          throw refused(field.at, `${name.text} has no field ${field.text}`);
        return { field: field.text, part: { kind: 'binding', name: field, at: field.at } as const };
      });
    if (pattern.parts.length > 0 && pattern.parts.length !== fields.length)
      throw refused(pattern.at, `${name.text} has ${fields.length} parts, not ${pattern.parts.length}`);
    return pattern.parts.map((part, nth) => ({ field: fields[nth]!.name, part }));
  }

  /** Of a Result, of arithmetic, or of any other value, which counts as a success. */
  #outcome(
    pattern: PatternTree & { kind: 'variant' },
    value: Expression,
    outcome: Lowered | undefined,
    isSuccess: boolean,
  ): Fit {
    const { parts } = this;
    const shape = parts.shape(value);
    const { text } = parts.types;
    let failed: Expression = build.constant(false, parts.types.bool);
    let [good, bad]: readonly Expression[] = [value, build.constant('', text)];
    if (outcome?.failed !== undefined) {
      failed = outcome.failed;
      bad = build.constant(outcome.why ?? '', text);
    } else if (shape.kind === 'result') {
      failed = parts.holds.not(parts.isZero(parts.part(value, shape.block, 'disc')));
      good = parts.part(value, shape.block, 'value');
      bad = build.text(parts.part(value, shape.block, 'message'), undefined, text);
    }
    const [role] = this.#partsOf(pattern, [{ name: isSuccess ? 'value' : 'message' }]);
    const inner = role === undefined ? everything : this.#fit(role.part, isSuccess ? good! : bad!);
    const test = isSuccess ? parts.holds.not(failed) : failed;
    return { test: this.#all([{ ...everything, test }, inner]), names: inner.names };
  }

  #tested(fits: readonly Fit[]): Pick<Fit, 'test'> {
    const tests = fits.flatMap(({ test }) => test ?? []);
    return tests.length === 0
      ? {}
      : { test: tests.reduceRight((rest, one) => this.parts.holds.and(one, rest)) };
  }

  #all = (fits: readonly Fit[]): Expression => this.#tested(fits).test!;
}
