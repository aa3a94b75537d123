// Patterns of the interpreter: whether a value fits, and what it binds then.

import type { TypedPattern, Variable } from '../../toolchain/checker/typed-program.js';
import { isResult, list, type Environment, type ListValue, type RecordValue, type Value } from './values.js';

/** Puts what the pattern binds into the environment, also where it turns out not to fit in the end. */
export function fits(pattern: TypedPattern, value: Value, environment: Environment): boolean {
  const bind = (variable: Variable, bound: Value): true => {
    environment.set(variable, { value: bound });
    return true;
  };
  switch (pattern.kind) {
    case 'any':
      return true;
    case 'bind':
      return bind(pattern.variable, value);
    case 'literal':
      return value === pattern.value;
    case 'success':
      if (!isResult(value)) return fits(pattern.part, value, environment);
      return value.ok && fits(pattern.part, value.value, environment);
    case 'error':
      return isResult(value) && !value.ok && fits(pattern.part, value.message, environment);
    case 'variant': {
      const record = value as RecordValue;
      if (record.name !== pattern.variant.name) return false;
      return pattern.parts.every(({ nth, pattern: part }) => fits(part, record.fields[nth], environment));
    }
    case 'list': {
      const { items } = value as ListValue;
      const long = pattern.items.length;
      if (pattern.rest === undefined ? items.length !== long : items.length < long) return false;
      if (!pattern.items.every((item, nth) => fits(item, items[nth], environment))) return false;
      return pattern.rest === undefined || bind(pattern.rest, list(items.slice(long)));
    }
    case 'parts': {
      const record = value as RecordValue;
      return pattern.parts.every((part, nth) => fits(part, record.fields[nth], environment));
    }
    case 'fields': {
      const record = value as RecordValue;
      for (const { name, variable } of pattern.fields)
        bind(variable, record.fields[record.names.indexOf(name)]);
      return true;
    }
  }
}
