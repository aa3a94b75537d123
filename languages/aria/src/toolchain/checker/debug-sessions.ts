// Sessions of the debug stream: `debug:s = stddbg.createSession("net"); s.log("info", "up");`.

import type { ExpressionTree } from '../syntax/tree.js';
import type { Body } from './body.js';
import { requireCount } from './check-calls.js';
import { checkAs, checkText } from './check-expressions.js';
import { CheckMistake } from './mistake.js';
import type { ProgramNames } from './program-names.js';
import type { BuiltinCall, Expression, StructDeclaration } from './typed-program.js';
import { nothing, string, structType, type AriaType } from './types.js';

type CallTree = Extract<ExpressionTree, { kind: 'call' }>;

/** A struct like those of programs, which has no place in a source. */
const nowhere = { start: 0, end: 0, line: 0, column: 0, endLine: 0, endColumn: 0 };
const session: StructDeclaration = {
  name: 'debug',
  at: nowhere,
  fields: [{ name: 'name', type: string, at: nowhere }],
  methods: [],
};

/** The type, which is there as soon as a program names it; undefined where the program has declared another `debug`. */
export function sessionType(names: ProgramNames): AriaType | undefined {
  const declared = names.structs.get(session.name);
  if (declared ? declared !== session : names.enums.has(session.name)) return undefined;
  names.structs.set(session.name, session);
  names.facts.set(session.name, { size: 16, alignment: 8, holdsGc: false });
  return structType(session.name);
}

/** `stddbg.createSession(name)`, which gives little more than the name; undefined for all other calls. */
export function checkCreateSession(body: Body, tree: CallTree): Expression | undefined {
  const { callee } = tree;
  if (callee.kind !== 'member' || callee.name.text !== 'createSession') return undefined;
  const { object } = callee;
  if (object.kind !== 'name' || object.name !== 'stddbg' || body.find(object.name)) return undefined;
  requireCount(1, tree);
  const type = sessionType(body.names);
  if (!type) throw new CheckMistake(tree.at, 'debug is a type of this program and no session');
  const name = checkAs(body, tree.arguments[0]!, string);
  return { kind: 'struct-literal', fields: [{ index: 0, value: name }], type, at: tree.at };
}

/** `s.log(level, message)`; undefined when s is no session. */
export function checkSessionLog(body: Body, receiver: Expression, tree: CallTree): BuiltinCall | undefined {
  const { type } = receiver;
  if (type.kind !== 'struct' || body.names.structs.get(type.name) !== session) return undefined;
  requireCount(2, tree);
  const [level, message] = tree.arguments as [ExpressionTree, ExpressionTree];
  const name: Expression = {
    ...{ kind: 'field', object: receiver, name: 'name', index: 0, type: string, at: receiver.at },
  };
  const values = [name, checkAs(body, level, string), checkText(body, message)];
  return { kind: 'builtin', name: 'debug.log', arguments: values, type: nothing, at: tree.at };
}
