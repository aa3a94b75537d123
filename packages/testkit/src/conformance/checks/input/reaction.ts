// How an adapter takes strange input: whether it answers, hangs up, falls silent or dies of it.
import { CheckFailure, expectThat } from '../../check.js';
import type { RawMessage, RawPeer } from '../../raw-peer.js';
import type { Subject } from '../../subject.js';

/** A request that every adapter answers with success, as the first thing that is said to it. */
export const initializeRequest = (subject: Subject, seq: number, more: object = {}): RawMessage => ({
  seq,
  type: 'request',
  command: 'initialize',
  arguments: { ...subject.profile.initialize, adapterID: subject.profile.adapterID, ...more },
});

/** The other request that every adapter knows; the last thing that is said to it. */
export const disconnectRequest = (seq: number): RawMessage => ({
  seq,
  type: 'request',
  command: 'disconnect',
  arguments: {},
});

/** The response, which must come. `what` is what was sent: "an `initialize` in two pieces". */
export async function expectAnswer(
  subject: Subject,
  peer: RawPeer,
  seq: number,
  what: string,
  timeoutMs = subject.timeoutMs,
): Promise<RawMessage> {
  const answer = await peer.response(seq, timeoutMs);
  if (answer !== undefined) return answer;
  const instead = peer.isClosed
    ? 'the adapter hung up instead of answering'
    : `no answer came within ${timeoutMs} ms`;
  throw new CheckFailure(`${what}: ${instead}${lastWords(peer)}`);
}

export async function expectSuccess(
  subject: Subject,
  peer: RawPeer,
  seq: number,
  what: string,
  timeoutMs?: number,
): Promise<void> {
  const answer = await expectAnswer(subject, peer, seq, what, timeoutMs);
  const { success, message } = answer;
  expectThat(success === true, `${what}: refused with ${JSON.stringify(message)}, expected success`);
}

/**
 * Sends what no adapter can make sense of, then a request that each can. What to do with the former the protocol
 * leaves open: answer, skip, or hang up. What is not open is to leave the client waiting for ever.
 */
export async function expectGoesOnOrHangsUp(
  subject: Subject,
  what: string,
  sendStrange: (peer: RawPeer) => void,
): Promise<void> {
  const peer = await subject.openRaw();
  sendStrange(peer);
  const seq = 2;
  peer.sendMessage(initializeRequest(subject, seq));
  const answer = await peer.response(seq);
  expectThat(
    answer !== undefined || peer.isClosed,
    `after ${what} a good \`initialize\` was sent: within ${subject.timeoutMs} ms it was neither answered ` +
      `nor did the adapter hang up${lastWords(peer)}`,
  );
  await expectAlive(subject, peer, what);
}

/** An adapter may end its connection, but neither crash nor take other connections with it. */
export async function expectAlive(subject: Subject, peer: RawPeer, what: string): Promise<void> {
  if (!peer.isClosed) return;
  if (peer.process !== undefined) {
    const { signal, forced } = await peer.process.end(subject.timeoutMs);
    const crashed = signal !== null && !forced;
    expectThat(!crashed, `after ${what} the adapter died of ${String(signal)}${lastWords(peer)}`);
    return;
  }
  const other = await subject.openRaw();
  other.sendMessage(initializeRequest(subject, 1));
  await expectAnswer(subject, other, 1, `an \`initialize\` on another connection after ${what}`);
}

const shownCharacters = 400;

/** What it said instead, or complained about: often the explanation. */
function lastWords({ messages, process }: RawPeer): string {
  const last = messages.at(-1);
  const said = last === undefined ? '' : `; its last message was ${JSON.stringify(last)}`;
  const complaints = process?.errors.tail() ?? '';
  const all = complaints === '' ? said : `${said}; on stderr: ${complaints}`;
  return all.length <= shownCharacters ? all : `${all.slice(0, shownCharacters)}…`;
}
