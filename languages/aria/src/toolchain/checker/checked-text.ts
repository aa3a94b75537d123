// A program written in a test, checked; and what is said about it in a form that is easy to compare.

import type { Diagnostic } from '@sonde/language';
import { SourceText } from '@sonde/native-compiler';
import { checkSource, type Checked } from './check.js';
import type { Expression, Statement, TypedFunction, TypedProgram } from './typed-program.js';

export const checkText = (text: string): Checked => checkSource(new SourceText({ name: 'test.aria' }, text));

/** `line:column severity: message`, one per diagnostic. */
export const messagesOf = (text: string): readonly string[] => checkText(text).diagnostics.map(messageOf);

export const messageOf = ({ severity, message, location }: Diagnostic): string =>
  `${location!.line}:${location!.column} ${severity}: ${message}`;

/** Statements as the body of a main. They begin in line 2. */
export const inMain = (statements: string, before = ''): string =>
  `${before}func:main = int32() {\n${statements}\npass(0); };`;

/** A program without mistakes; its warnings are not looked at. */
export function programOf(text: string): TypedProgram {
  const { program, diagnostics } = checkText(text);
  if (!program) throw new Error(diagnostics.map(messageOf).join('\n'));
  return program;
}

export function functionOf(program: TypedProgram, id: string): TypedFunction {
  const found = program.functions.get(id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}

/** The statements of main, or of another function. */
export const statementsOf = (text: string, id = 'main'): readonly Statement[] =>
  functionOf(programOf(text), id).body!.statements;

/** The initial value of the last variable that main declares. */
export function lastInitial(text: string): Expression {
  const declared = statementsOf(text).findLast(statement => statement.kind === 'declare');
  if (!declared?.initial) throw new Error('main declares nothing with a value');
  return declared.initial;
}
