// Where a name is declared.

import type { Span } from '@sonde/native-compiler';
import type { Meaning } from '../checker/meanings.js';
import { prune } from '../checker/types.js';
import type { Analysis } from './analysis.js';

/** Undefined for what the language itself declares. */
export function definitionOf({ inference }: Analysis, meaning: Meaning): Span | undefined {
  switch (meaning.kind) {
    case 'variable':
      return meaning.variable.at;
    case 'function':
      return meaning.target.nameAt;
    case 'extern':
      return meaning.target.at;
    case 'builtIn':
      return undefined;
    case 'constructor':
      return meaning.variant.at;
    case 'type':
      return meaning.declared.at;
    case 'effect':
      return meaning.effect.at;
    case 'operation':
      return meaning.operation.at;
    case 'field': {
      const owner = prune(meaning.owner);
      const declared = owner.kind === 'named' ? inference?.types.get(owner.name) : undefined;
      return declared?.variants.flatMap(({ fields }) => fields).find(({ name }) => name === meaning.name)?.at;
    }
  }
}
