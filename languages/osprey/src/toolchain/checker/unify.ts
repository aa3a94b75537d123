// Unification: makes two types one, or says why they are not.

import { fieldTypeOf, type TypeFields } from './fields.js';
import {
  anyType,
  boolType,
  flatRow,
  floatType,
  intType,
  prune,
  stringType,
  unitType,
  type Labels,
  type NeededField,
  type Needs,
  type Row,
  type RowVariable,
  type Type,
  type TypeVariable,
} from './types.js';

/** Why two types do not fit, where it is more than that they are different. */
export class Mismatch extends Error {}

const noNeeds = (): Needs => ({ fields: new Map(), shown: false, compared: undefined });

/** Makes variables and unifies types of one program. */
export class Unifier {
  #count = 0;
  level = 0;

  constructor(private readonly declared: TypeFields) {}

  fresh(): TypeVariable {
    return { kind: 'variable', id: ++this.#count, bound: undefined, level: this.level, needs: noNeeds() };
  }

  freshRow(): RowVariable {
    return { id: ++this.#count, bound: undefined, level: this.level };
  }

  openRow(labels: Labels = new Map()): Row {
    return { labels, tail: this.freshRow() };
  }

  /** Throws a Mismatch; what was bound until then stays bound, since the program is refused anyway. */
  unify(left: Type, right: Type): void {
    const [a, b] = [prune(left), prune(right)];
    if (a === b) return;
    if (a.kind === 'variable') return this.#bind(a, b);
    if (b.kind === 'variable') return this.#bind(b, a);
    if (a.kind === 'named' && b.kind === 'named') {
      if (a.name !== b.name || a.args.length !== b.args.length) throw new Mismatch('');
      a.args.forEach((argument, nth) => this.unify(argument, b.args[nth]!));
      return;
    }
    if (a.kind !== 'function' || b.kind !== 'function') throw new Mismatch('');
    if (a.parameters.length !== b.parameters.length)
      throw new Mismatch(`one takes ${countText(a.parameters.length)}, the other ${b.parameters.length}`);
    a.parameters.forEach((parameter, nth) => this.unify(parameter, b.parameters[nth]!));
    this.unify(a.result, b.result);
    this.unifyRows(a.effects, b.effects);
  }

  unifyRows(left: Row, right: Row): void {
    const [a, b] = [flatRow(left), flatRow(right)];
    const onlyLeft = without(a.labels, b.labels);
    const onlyRight = without(b.labels, a.labels);
    for (const [label, args] of a.labels)
      args.forEach((argument, nth) => {
        const other = b.labels.get(label)?.[nth];
        if (other !== undefined) this.unify(argument, other);
      });
    const unhandled = [
      ...(b.tail === undefined ? onlyLeft.keys() : []),
      ...(a.tail === undefined ? onlyRight.keys() : []),
    ];
    if (unhandled.length > 0) throw new Mismatch(`the effect ${unhandled.join(', ')} is not handled there`);
    if (a.tail === b.tail) {
      const labels = new Map([...onlyLeft, ...onlyRight]);
      if (a.tail !== undefined && labels.size > 0) this.#bindRow(a.tail, { labels, tail: this.freshRow() });
      return;
    }
    const rest = a.tail === undefined || b.tail === undefined ? undefined : this.freshRow();
    if (a.tail !== undefined) this.#bindRow(a.tail, { labels: onlyRight, tail: rest });
    if (b.tail !== undefined) this.#bindRow(b.tail, { labels: onlyLeft, tail: rest });
  }

  #bindRow(variable: RowVariable, row: Row): void {
    if (row.tail !== undefined) row.tail.level = Math.min(row.tail.level, variable.level);
    for (const args of row.labels.values()) args.forEach(argument => this.#lower(argument, variable.level));
    variable.bound = row;
  }

  #bind(variable: TypeVariable, type: Type): void {
    this.#reach(variable, type);
    variable.bound = type;
    const { needs } = variable;
    if (needs.shown) this.needShown(type);
    if (needs.compared !== undefined) this.needCompared(type, needs.compared);
    for (const [name, field] of needs.fields) this.needField(type, name, field);
  }

  /** No type contains itself; what it contains is as far outside as it is. */
  #reach(variable: TypeVariable, type: Type): void {
    const whole = prune(type);
    switch (whole.kind) {
      case 'variable':
        if (whole === variable) throw new Mismatch('the type would contain itself');
        whole.level = Math.min(whole.level, variable.level);
        for (const { type: field } of whole.needs.fields.values()) {
          if (prune(field) !== variable) this.#lower(field, variable.level);
        }
        return;
      case 'named':
        whole.args.forEach(argument => this.#reach(variable, argument));
        return;
      case 'function': {
        whole.parameters.forEach(parameter => this.#reach(variable, parameter));
        this.#reach(variable, whole.result);
        const { tail, labels } = flatRow(whole.effects);
        for (const args of labels.values()) args.forEach(argument => this.#reach(variable, argument));
        if (tail !== undefined) tail.level = Math.min(tail.level, variable.level);
      }
    }
  }

  #lower(type: Type, level: number): void {
    const whole = prune(type);
    if (whole.kind === 'variable') whole.level = Math.min(whole.level, level);
    else if (whole.kind === 'named') whole.args.forEach(argument => this.#lower(argument, level));
    else [...whole.parameters, whole.result].forEach(part => this.#lower(part, level));
  }

  needField(type: Type, name: string, field: NeededField): void {
    const whole = prune(type);
    if (whole.kind === 'variable') {
      const known = whole.needs.fields.get(name);
      if (known !== undefined) return this.unify(known.type, field.type);
      this.#lower(field.type, whole.level);
      whole.needs.fields.set(name, field);
      return;
    }
    const found = whole.kind === 'named' ? fieldTypeOf(this.declared, whole, name) : undefined;
    if (found === undefined) throw new Mismatch(`there is no field \`${name}\``);
    this.unify(found, field.type);
  }

  /** Numbers, texts, truth, Unit and Results of them can be printed. */
  needShown(type: Type): void {
    const whole = prune(type);
    if (whole.kind === 'variable') whole.needs.shown = true;
    else if (whole.kind === 'named' && whole.name === 'Result') this.needShown(whole.args[0]!);
    else if (!shownTypes.has(whole)) throw new Mismatch('it has no text');
  }

  needCompared(type: Type, how: 'equal' | 'ordered'): void {
    const whole = prune(type);
    if (whole.kind === 'variable') {
      if (whole.needs.compared !== 'ordered') whole.needs.compared = how;
      return;
    }
    const fits =
      whole === intType ||
      whole === floatType ||
      whole === stringType ||
      (how === 'equal' && whole === boolType);
    if (!fits) throw new Mismatch(how === 'equal' ? 'it cannot be compared' : 'it has no order');
  }
}

/** Plain types are single objects. */
const shownTypes: ReadonlySet<Type> = new Set<Type>([
  ...[intType, floatType, stringType, boolType, unitType, anyType],
]);

const without = (labels: Labels, others: Labels): Map<string, readonly Type[]> =>
  new Map([...labels].filter(([label]) => !others.has(label)));

const countText = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;
