// Variables: names, values and children, as shown to a person.
import {
  closedEnumeration,
  flag,
  int32,
  list,
  openEnumeration,
  reference,
  request,
  required,
  structure,
  text,
  uint32,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';

export const valueFormatFields = { hex: flag };

export const ValueFormat = structure({}, valueFormatFields);
export type ValueFormat = Infer<typeof ValueFormat>;

export const VariablePresentationHint = structure(
  {},
  {
    kind: openEnumeration(
      'property',
      'method',
      'class',
      'data',
      'event',
      'baseClass',
      'innerClass',
      'interface',
      'mostDerivedClass',
      'virtual',
      'dataBreakpoint',
    ),
    attributes: list(
      openEnumeration(
        'static',
        'constant',
        'readOnly',
        'rawString',
        'hasObjectId',
        'canHaveObjectId',
        'hasSideEffects',
        'hasDataBreakpoint',
      ),
    ),
    visibility: openEnumeration('public', 'private', 'protected', 'internal', 'final'),
    /** The value is read only when the user asks: `variablesReference` then leads to exactly one child, the value. */
    lazy: flag,
  },
);
export type VariablePresentationHint = Infer<typeof VariablePresentationHint>;

/** What every shown value may carry. A `variablesReference` above 0 has children. */
export const valueDetails = {
  type: text,
  namedVariables: reference,
  indexedVariables: reference,
  memoryReference: text,
  valueLocationReference: int32,
};

export const Variable = structure(
  { name: text, value: text, variablesReference: reference },
  {
    ...valueDetails,
    presentationHint: VariablePresentationHint,
    /** An expression that yields this variable again; without it a client cannot watch it. */
    evaluateName: text,
    declarationLocationReference: int32,
  },
);
export type Variable = Infer<typeof Variable>;

export const VariablesArguments = structure(
  { variablesReference: reference },
  {
    filter: closedEnumeration('indexed', 'named'),
    /** Both count only children that pass the filter; a `count` of 0 or none means all. */
    start: uint32,
    count: uint32,
    format: ValueFormat,
  },
);
export type VariablesArguments = Infer<typeof VariablesArguments>;

export const VariablesResponseBody = structure({ variables: list(Variable) });
export type VariablesResponseBody = Infer<typeof VariablesResponseBody>;

export const SetVariableArguments = structure(
  { variablesReference: reference, name: text, value: text },
  { format: ValueFormat },
);
export type SetVariableArguments = Infer<typeof SetVariableArguments>;

/** `value` is what was read back, which may differ from what was asked for. */
export const SetVariableResponseBody = structure(
  { value: text },
  { ...valueDetails, variablesReference: reference },
);
export type SetVariableResponseBody = Infer<typeof SetVariableResponseBody>;

export const variableRequests = {
  variables: request(required(VariablesArguments), required(VariablesResponseBody)),
  setVariable: request(required(SetVariableArguments), required(SetVariableResponseBody)),
};
