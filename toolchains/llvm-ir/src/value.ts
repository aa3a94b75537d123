// What an instruction may take: a type, and how it is written as an operand.

import type { Attribute } from './attributes.js';
import type { FunctionType, IrType } from './types.js';
import { typeText } from './types.js';

export interface Value {
  readonly type: IrType;
  /** Without its type. */
  readonly text: string;
  /** The function or the module it belongs to; a number belongs to none. Tells values that went astray. */
  readonly owner?: object;
}

/** Known before the program runs; what an initialiser is made of. */
export interface Constant extends Value {
  readonly isConstant: true;
}

/** The address of a global variable. */
export interface GlobalValue extends Constant {
  readonly name: string;
  readonly valueType: IrType;
}

/** The address of a function, with what a direct call must know. */
export interface FunctionValue extends Constant {
  readonly name: string;
  readonly signature: FunctionType;
  readonly resultAttributes: readonly Attribute[];
  /** Those of each parameter. Calls repeat them, because some of them change how an argument is passed. */
  readonly parameterAttributes: readonly (readonly Attribute[])[];
}

export const typedText = (value: Value): string => `${typeText(value.type)} ${value.text}`;
