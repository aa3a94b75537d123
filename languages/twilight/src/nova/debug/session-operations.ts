// Operations of the specification, 2.2 Session Management and Execution Control.

import { Type } from '@sinclair/typebox';
import type { RunMotion } from '@sonde/engine-wasm';
import type { Session } from './session.js';
import { object, operation, sessionId, transactionHash, type Asker, type Operation } from './operation.js';

const onSession = object({ sessionId });

const statement = (into: boolean): RunMotion => ({ kind: 'advance', until: { kind: 'statement', into } });

/** Answers when the transaction moves; what comes of it is a notification. */
const motion = (name: string, of: (session: Session) => RunMotion | 'over'): Operation =>
  operation(name, onSession, async ({ node }, params) => {
    const session = node.session(params.sessionId);
    const wanted = of(session);
    await (wanted === 'over' ? session.target.stepOverCall() : session.target.move(wanted));
    return {};
  });

/** Code without statements is stepped by instructions. */
const hasStatements = ({ target }: Session): boolean => target.hasStatements;

export const statusOf = ({ target }: Session): object => ({
  status: target.state,
  ...(target.stop === undefined
    ? {}
    : { reason: target.stop.reason, offset: target.stop.offset, gasUsed: String(target.stop.gasUsed) }),
});

async function attach(
  { node, notify, sessions }: Asker,
  { target, stopOnEntry = true }: { readonly target: string; readonly stopOnEntry?: boolean },
): Promise<object> {
  const session = await node.attach(target.toLowerCase(), stopOnEntry, notify);
  sessions.add(session.id);
  return { sessionId: session.id, transaction: session.target.hash, ...statusOf(session) };
}

export const sessionOperations: readonly Operation[] = [
  operation(
    'attach',
    object({ target: transactionHash, stopOnEntry: Type.Optional(Type.Boolean()) }),
    attach,
  ),
  operation('detach', onSession, async ({ node, sessions }, params) => {
    const session = node.session(params.sessionId);
    sessions.delete(session.id);
    await node.detach(session);
    return {};
  }),
  operation('getStatus', onSession, ({ node }, params) => statusOf(node.session(params.sessionId))),
  operation('pause', onSession, async ({ node }, params) => {
    await node.session(params.sessionId).target.pause();
    return {};
  }),
  operation('continue', onSession, async ({ node }, params) => {
    const { target } = node.session(params.sessionId);
    // One that has not begun goes on by beginning.
    if (target.state === 'stopped') target.release();
    else await target.move({ kind: 'run', past: true });
    return {};
  }),
  motion('stepInstruction', () => ({ kind: 'instruction' })),
  motion('stepInto', session => (hasStatements(session) ? statement(true) : { kind: 'instruction' })),
  motion('stepOver', session => (hasStatements(session) ? statement(false) : 'over')),
  motion('stepOut', ({ target }) => ({
    kind: 'advance',
    until: { kind: 'depth', depth: (target.stop?.depth ?? 1) - 1 },
  })),
];
