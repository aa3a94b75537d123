// Whether a pattern fits a value, and what it binds.

import type { PatternTree } from '../../toolchain/syntax/pattern-tree.js';
import { cell, type Scope } from './frame.js';
import type { Machine } from './machine.js';
import { evaluateConst } from './evaluate.js';
import { keyOf, type Value } from './values.js';

export function fitsPattern(machine: Machine, pattern: PatternTree, value: Value, scope: Scope): boolean {
  const inner = (part: PatternTree, one: Value): boolean => fitsPattern(machine, part, one, scope);
  switch (pattern.kind) {
    case 'wildcard':
      return true;
    case 'binding': {
      const { text } = pattern.name;
      if (text === 'None' && value.kind === 'enum') return value.variant === 'None';
      const constant = /^[A-Z]/.test(text) ? machine.declarations.consts.get(text) : undefined;
      if (constant !== undefined) return keyOf(evaluateConst(machine, constant)) === keyOf(value);
      if (pattern.inner !== undefined && !inner(pattern.inner, value)) return false;
      scope.names.set(text, cell(value));
      return true;
    }
    case 'literal':
      return (value as { readonly value: unknown }).value === pattern.value;
    case 'path': {
      const name = pattern.path.segments.at(-1)!.text;
      if (value.kind === 'enum') return value.variant === name;
      const constant = machine.declarations.consts.get(name);
      return constant === undefined || keyOf(evaluateConst(machine, constant)) === keyOf(value);
    }
    case 'parts': {
      const name = pattern.path.segments.at(-1)!.text;
      if (value.kind === 'enum' && value.variant !== name) return false;
      const { fields } = value as Extract<Value, { kind: 'enum' | 'struct' }>;
      return pattern.parts.every((part, nth) => inner(part, fields.get(`${nth}`)!));
    }
    case 'fields': {
      const name = pattern.path.segments.at(-1)!.text;
      if (value.kind === 'enum' && value.variant !== name) return false;
      const { fields } = value as Extract<Value, { kind: 'enum' | 'struct' }>;
      return pattern.fields.every(field => inner(field.pattern, fields.get(field.name.text)!));
    }
    case 'tuple':
      return value.kind === 'unit' || pattern.parts.every((part, nth) => inner(part, itemsOf(value)[nth]!));
    case 'list':
      return (
        itemsOf(value).length === pattern.parts.length &&
        pattern.parts.every((part, nth) => inner(part, itemsOf(value)[nth]!))
      );
  }
}

const itemsOf = (value: Value): readonly Value[] => ('items' in value ? value.items : []);
