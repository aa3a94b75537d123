// Expressions: evaluate, assign to one, and complete one while it is typed.
import {
  closedEnumeration,
  int32,
  list,
  openEnumeration,
  reference,
  request,
  required,
  structure,
  text,
  uint32,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';
import { Source } from './sources.js';
import { ValueFormat, VariablePresentationHint, valueDetails } from './variables.js';

/** `hover` and `variables` must not have side effects; `repl` may be a command of the debugger. */
export const EvaluateArguments = structure(
  { expression: text },
  {
    /** Absent: evaluate in the global scope. */
    frameId: int32,
    line: uint53,
    column: uint53,
    source: Source,
    context: openEnumeration('watch', 'repl', 'hover', 'clipboard', 'variables'),
    format: ValueFormat,
  },
);
export type EvaluateArguments = Infer<typeof EvaluateArguments>;

export const EvaluateResponseBody = structure(
  { result: text, variablesReference: reference },
  { ...valueDetails, presentationHint: VariablePresentationHint },
);
export type EvaluateResponseBody = Infer<typeof EvaluateResponseBody>;

export const SetExpressionArguments = structure(
  { expression: text, value: text },
  { frameId: int32, format: ValueFormat },
);
export type SetExpressionArguments = Infer<typeof SetExpressionArguments>;

export const SetExpressionResponseBody = structure(
  { value: text },
  { ...valueDetails, variablesReference: reference, presentationHint: VariablePresentationHint },
);
export type SetExpressionResponseBody = Infer<typeof SetExpressionResponseBody>;

/** `column` is where the caret stands, in UTF-16 units and counted as agreed in `initialize`. */
export const CompletionsArguments = structure({ text, column: uint53 }, { frameId: int32, line: uint53 });
export type CompletionsArguments = Infer<typeof CompletionsArguments>;

export const CompletionItemType = closedEnumeration(
  'method',
  'function',
  'constructor',
  'field',
  'variable',
  'class',
  'interface',
  'module',
  'property',
  'unit',
  'value',
  'enum',
  'keyword',
  'snippet',
  'text',
  'color',
  'file',
  'reference',
  'customcolor',
);
export type CompletionItemType = Infer<typeof CompletionItemType>;

export const CompletionItem = structure(
  { label: text },
  {
    text,
    sortText: text,
    detail: text,
    type: CompletionItemType,
    /** Where the text goes and how much it replaces, relative to the text that was sent. */
    start: uint32,
    length: uint32,
    /** What is selected afterwards, relative to the inserted text. */
    selectionStart: uint32,
    selectionLength: uint32,
  },
);
export type CompletionItem = Infer<typeof CompletionItem>;

export const CompletionsResponseBody = structure({ targets: list(CompletionItem) });
export type CompletionsResponseBody = Infer<typeof CompletionsResponseBody>;

export const evaluateRequests = {
  evaluate: request(required(EvaluateArguments), required(EvaluateResponseBody)),
  setExpression: request(required(SetExpressionArguments), required(SetExpressionResponseBody)),
  completions: request(required(CompletionsArguments), required(CompletionsResponseBody)),
};
