// The table of functions before any code is written: what each is called, and where its code comes from.

import type { FunctionDeclaration } from '../ast.js';
import type { Annotations } from '../checked.js';
import type { Origin } from './traits.js';
import { isReceiver } from './type-names.js';

export interface PlannedFunction {
  readonly name: string;
  /** As people write it. */
  readonly shownName: string;
  readonly parameterCount: number;
  readonly explicitReceiver: boolean;
  readonly source: FunctionSource;
}

export type FunctionSource =
  /** What stands outside of functions. */
  | { readonly kind: 'start' }
  | WrittenBody
  /** Declared here, but the machine has it. */
  | { readonly kind: 'native'; readonly declaration: FunctionDeclaration }
  /** A method of a type of another module: calls look for it here, and find only the way there. */
  | { readonly kind: 'forward'; readonly importIndex: number };

export interface WrittenBody {
  readonly kind: 'written';
  readonly declaration: FunctionDeclaration;
  readonly origin: Origin;
  /** Slot 0 is a receiver that is not among the parameters. */
  readonly implicitSelf: boolean;
  /** The type whose method it is. */
  readonly typeName?: string;
  readonly traitOrigin?: string;
  readonly annotations: Annotations;
}

export interface MethodOf {
  readonly typeName: string;
  readonly traitOrigin?: string;
}

export function plannedFunction(
  name: string,
  declaration: FunctionDeclaration,
  origin: Origin,
  annotations: Annotations,
  method?: MethodOf,
  shownName = name,
): PlannedFunction {
  const explicitReceiver = method !== undefined && isReceiver(declaration.parameters[0]);
  const implicitSelf = method !== undefined && !explicitReceiver;
  return {
    name,
    shownName,
    parameterCount: declaration.parameters.length + (implicitSelf ? 1 : 0),
    explicitReceiver,
    source:
      typeof declaration.body === 'string'
        ? { kind: 'native', declaration }
        : { kind: 'written', declaration, origin, implicitSelf, annotations, ...method },
  };
}
