// Declarations as people write them in the Default flavor: with their types and effects, whether those are written or inferred.

import type { Meaning } from '../checker/meanings.js';
import type { Variant } from '../checker/typed-program.js';
import { flatRow, labelNames, typeName, type FunctionType, type Row, type Type } from '../checker/types.js';

/** One naming of type variables for the whole signature. */
type Names = Map<number, string>;

export function signatureOf(meaning: Meaning): string {
  const names: Names = new Map();
  switch (meaning.kind) {
    case 'variable': {
      const { mutable, name, type } = meaning.variable;
      return `${mutable ? 'mut ' : ''}${name}: ${typeName(type)}`;
    }
    case 'function': {
      const parameters = meaning.target.parameters.map(({ name }) => name);
      return `fn ${functionText(meaning.target.name, parameters, meaning.type, names)}`;
    }
    case 'extern': {
      const { name, parameters, result } = meaning.target;
      const list = parameters.map(parameter => `${parameter.name}: ${typeName(parameter.type, names)}`);
      return `extern fn ${name}(${list.join(', ')}) -> ${typeName(result, names)}`;
    }
    case 'builtIn':
      return `fn ${functionText(meaning.name, [], meaning.type, names)}`;
    case 'constructor':
      return `${variantText(meaning.variant, names)}: ${meaning.variant.type.name}`;
    case 'type': {
      const { name, parameters, variants, shape } = meaning.declared;
      const generic =
        parameters.length === 0 ? '' : `<${parameters.map(type => typeName(type, names)).join(', ')}>`;
      const body =
        shape === 'record'
          ? fieldsText(variants[0], names)
          : variants.map(variant => variantText(variant, names)).join(' | ');
      return `type ${name}${generic} = ${body}`;
    }
    case 'effect': {
      const list = meaning.effect.operations.map(
        ({ name, parameters, result }) => `${name}: ${operationText(parameters, result, names)}`,
      );
      return `effect ${meaning.effect.name} { ${list.join('  ')} }`;
    }
    case 'operation': {
      const { name, parameters, result } = meaning.operation;
      return `${meaning.effect.name}.${name}: ${operationText(parameters, result, names)}`;
    }
    case 'field':
      return `${typeName(meaning.owner, names)}.${meaning.name}: ${typeName(meaning.type, names)}`;
  }
}

function functionText(name: string, parameters: readonly string[], type: FunctionType, names: Names): string {
  const list = type.parameters.map((parameter, nth) => {
    const own = parameters[nth];
    const written = typeName(parameter, names);
    // What stands for a pattern has a name that no source can spell.
    return own === undefined || own.startsWith('$') ? written : `${own}: ${written}`;
  });
  return `${name}(${list.join(', ')}) -> ${typeName(type.result, names)}${effectsText(type.effects)}`;
}

function effectsText(row: Row): string {
  const labels = labelNames(flatRow(row).labels);
  if (labels.length === 0) return '';
  return labels.length === 1 ? ` !${labels[0]}` : ` ![${labels.join(', ')}]`;
}

const operationText = (parameters: readonly Type[], result: Type, names: Names): string =>
  `fn(${parameters.map(type => typeName(type, names)).join(', ')}) -> ${typeName(result, names)}`;

function variantText(variant: Variant, names: Names): string {
  const { name, fields, positional } = variant;
  if (fields.length === 0) return name;
  if (positional) return `${name}(${fields.map(({ type }) => typeName(type, names)).join(', ')})`;
  return `${name} ${fieldsText(variant, names)}`;
}

const fieldsText = (variant: Variant | undefined, names: Names): string =>
  `{ ${(variant?.fields ?? []).map(({ name, type }) => `${name}: ${typeName(type, names)}`).join(', ')} }`;
