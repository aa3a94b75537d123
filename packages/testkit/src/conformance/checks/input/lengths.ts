// Checks of lengths: counted in bytes, wrong, missing, absurd, and really big.
import type { ActiveCheck } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { RawPeer } from '../../raw-peer.js';
import type { Subject } from '../../subject.js';
import {
  expectAlive,
  expectAnswer,
  expectGoesOnOrHangsUp,
  expectSuccess,
  disconnectRequest,
  initializeRequest,
} from './reaction.js';

const reference = { in: 'overview', page: 'Base protocol' } as const;
const needs = { line: 'stream' } as const;
const waits =
  'The client waits for ever for an adapter that waits for it, and nobody can see which of them is wrong.';

const eightMegabytes = 8 * 1024 * 1024;

export const lengthChecks: readonly ActiveCheck[] = [
  {
    id: 'input/length-in-bytes',
    title: 'The length of a message is read in bytes, not in characters',
    reference,
    why: 'The first name or path that is not plain English breaks the session.',
    needs,
    async run(subject) {
      const peer = await subject.openRaw();
      peer.sendMessage(initializeRequest(subject, 1, { clientName: 'Prüfung 漢字 😀😀😀' }));
      peer.sendMessage(disconnectRequest(2));
      await expectSuccess(subject, peer, 1, 'an `initialize` with a `clientName` that is not ASCII');
      await expectAnswer(subject, peer, 2, 'a `disconnect` after a message that is not ASCII');
    },
  },
  {
    id: 'input/answer-length-in-bytes',
    title: 'The length of an answer is given in bytes, not in characters',
    reference,
    why: 'Clients lose the boundary of messages at the first value or path that is not plain English.',
    needs,
    async run(subject) {
      const peer = await subject.openRaw();
      peer.sendMessage(initializeRequest(subject, 1));
      peer.sendMessage({ seq: 2, type: 'request', command: 'conformance/unknown' });
      if ((await peer.response(2)) === undefined)
        throw new CheckSkipped('the adapter does not answer unknown commands, which would show it');
      // A response repeats the command, so that these characters must come back.
      const command = 'conformance/漢字-😀';
      peer.sendMessage({ seq: 3, type: 'request', command });
      await peer.response(3);
      expectThat(
        peer.problem === undefined,
        `the answer to the unknown command \`${command}\` cannot be read: ${peer.problem ?? ''}`,
      );
      await expectAnswer(subject, peer, 3, `the unknown command \`${command}\``);
    },
  },
  {
    id: 'input/length-too-short',
    title: 'After a message that is longer than its length the adapter goes on or hangs up',
    reference,
    why: waits,
    needs,
    run: subject =>
      expectGoesOnOrHangsUp(subject, 'a message that is 20 bytes longer than its Content-Length', peer => {
        sendUnderLength(subject, peer, length => String(length - 20));
      }),
  },
  {
    id: 'input/length-too-long',
    title: 'After a message that is shorter than its length the adapter goes on or hangs up',
    reference,
    why: waits,
    needs,
    run: subject =>
      expectGoesOnOrHangsUp(subject, 'a message that is 20 bytes shorter than its Content-Length', peer => {
        sendUnderLength(subject, peer, length => String(length + 20));
        // Enough for any reader to see that the boundary is lost.
        peer.sendMessage(initializeRequest(subject, 3));
      }),
  },
  unreadable('input/length-not-a-number', 'not a number', () => 'banana'),
  unreadable('input/length-negative', 'negative', length => String(-length)),
  unreadable('input/length-absurd', 'larger than any number of bytes', () => '9'.repeat(20)),
  {
    id: 'input/length-missing',
    title: 'After a header without Content-Length the adapter goes on or hangs up',
    reference,
    why: waits,
    needs,
    run: subject =>
      expectGoesOnOrHangsUp(subject, 'a message under a header without Content-Length', peer => {
        peer.send(`Content-Type: text/plain\r\n\r\n${JSON.stringify(initializeRequest(subject, 1))}`);
      }),
  },
  {
    id: 'input/big-message',
    title: 'A message of 8 MB is understood',
    reference,
    why: 'A long text in a console, or a client that sends the content of a file, ends the session.',
    async run(subject) {
      const peer = await subject.openRaw();
      peer.sendMessage(initializeRequest(subject, 1, { clientName: 'x'.repeat(eightMegabytes) }));
      // Reading so much is work, and slow is not silent.
      const timeoutMs = subject.timeoutMs * 6;
      await expectSuccess(subject, peer, 1, 'an `initialize` with a `clientName` of 8 MB', timeoutMs);
      await expectAlive(subject, peer, 'a message of 8 MB');
    },
  },
];

/** A length that cannot be read leaves nothing to wait for. */
function unreadable(id: string, what: string, length: (real: number) => string): ActiveCheck {
  return {
    id,
    title: `After a length that is ${what} the adapter goes on or hangs up`,
    reference,
    why: waits,
    needs,
    run: subject =>
      expectGoesOnOrHangsUp(subject, `a Content-Length that is ${what}`, peer => {
        sendUnderLength(subject, peer, length);
      }),
  };
}

function sendUnderLength(subject: Subject, peer: RawPeer, length: (real: number) => string): void {
  const body = Buffer.from(JSON.stringify(initializeRequest(subject, 1)));
  peer.send(Buffer.concat([Buffer.from(`Content-Length: ${length(body.length)}\r\n\r\n`), body]));
}
