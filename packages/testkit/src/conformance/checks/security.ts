// Checks of security: a port of this machine can be reached by every web page that its user looks at.
import type { ActiveCheck } from '../check.js';
import { CheckSkipped, expectThat } from '../check.js';
import { RawPeer, frameAround } from '../raw-peer.js';
import type { Subject } from '../subject.js';
import { expectAnswer, initializeRequest } from './input/reaction.js';

const reference = { in: 'overview', page: 'Base protocol' } as const;
const needs = [{ line: 'socket' }, { line: 'stream' }] as const;
const foreignOrigin = 'https://attacker.example';
const why =
  'A web page that happens to be open can talk to the port of the debugger, and launch any program with the rights of ' +
  'whoever looks at it.';

export const securityChecks: readonly ActiveCheck[] = [
  {
    id: 'security/web-page-post',
    title: 'The POST of a web page is not taken for a message',
    reference,
    why,
    needs,
    run: subject =>
      expectNoAnswer(subject, 'a POST whose body is an `initialize`', message => [
        ...postHeader,
        `Content-Length: ${Buffer.byteLength(message)}`,
        '',
        message,
      ]),
  },
  {
    id: 'security/post-body',
    title: 'The body of a POST is not searched for messages',
    reference,
    why,
    needs,
    run: subject =>
      expectNoAnswer(subject, 'a POST whose body is a whole frame with an `initialize`', message => {
        const frame = Buffer.from(frameAround(message)).toString();
        return [...postHeader, `Content-Length: ${Buffer.byteLength(frame)}`, '', frame];
      }),
  },
  {
    id: 'security/browser-header',
    level: 'should',
    title: 'A header with fields that only browsers send is refused',
    reference,
    why,
    needs,
    run: subject =>
      expectNoAnswer(subject, 'an `initialize` under a header with Host and Origin', message => [
        `Content-Length: ${Buffer.byteLength(message)}`,
        ...browserFields,
        '',
        message,
      ]),
  },
  {
    id: 'security/websocket-origin',
    title: 'A web page of another origin cannot open a WebSocket',
    reference,
    why,
    needs: { line: 'websocket' },
    async run(subject) {
      if (subject.endpoint.openFrom === undefined)
        throw new CheckSkipped('this line cannot be opened as a web page would');
      // Whoever refuses does so before the line is open.
      const opened = await subject.endpoint.openFrom(foreignOrigin).catch(() => undefined);
      if (opened === undefined) return;
      const peer = RawPeer.on(opened, subject.timeoutMs);
      try {
        peer.sendMessage(initializeRequest(subject, 1));
        const answer = await peer.response(1);
        expectThat(
          answer === undefined,
          `a page of ${foreignOrigin} opened a WebSocket and sent \`initialize\`: it was answered, expected that ` +
            'the connection is refused',
        );
      } finally {
        await peer.close();
      }
    },
  },
];

const browserFields: readonly string[] = [
  'Host: 127.0.0.1',
  `Origin: ${foreignOrigin}`,
  'User-Agent: Mozilla/5.0',
];
const postHeader: readonly string[] = ['POST / HTTP/1.1', ...browserFields, 'Content-Type: text/plain'];

/** Hanging up is the best answer; keeping silent will do. */
async function expectNoAnswer(
  subject: Subject,
  what: string,
  lines: (message: string) => readonly string[],
): Promise<void> {
  const peer = await subject.openRaw();
  peer.send(lines(JSON.stringify(initializeRequest(subject, 1))).join('\r\n'));
  const answer = await peer.response(1);
  expectThat(
    answer === undefined,
    `${what}, as a browser sends it, was answered with ${JSON.stringify(answer)}, expected that the adapter hangs up`,
  );
  // Whom it does serve it must go on serving.
  const other = await subject.openRaw();
  other.sendMessage(initializeRequest(subject, 1));
  await expectAnswer(subject, other, 1, `an \`initialize\` on another connection after ${what}`);
}
