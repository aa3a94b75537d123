// Checks of how messages arrive: in pieces, several at once, under headers that say more or say it otherwise.
import type { ActiveCheck } from '../../check.js';
import { CheckSkipped, expectThat } from '../../check.js';
import { frameAround } from '../../raw-peer.js';
import type { RawMessage, RawPeer } from '../../raw-peer.js';
import type { Subject } from '../../subject.js';
import {
  disconnectRequest,
  expectAnswer,
  expectGoesOnOrHangsUp,
  expectSuccess,
  initializeRequest,
} from './reaction.js';

const reference = { in: 'overview', page: 'Base protocol' } as const;
const needs = { line: 'stream' } as const;
const pieces =
  'Pipes and sockets cut and join what is written to them as they like, so that such an adapter fails now and then, ' +
  'on busy machines and with long messages.';

const frameOf = (message: RawMessage): Uint8Array => frameAround(JSON.stringify(message));

export const frameChecks: readonly ActiveCheck[] = [
  {
    id: 'input/byte-by-byte',
    title: 'A message that comes byte by byte is understood',
    reference,
    why: pieces,
    needs,
    async run(subject) {
      const peer = await subject.openRaw();
      for (const byte of frameOf(initializeRequest(subject, 1))) peer.send(Uint8Array.of(byte));
      await expectSuccess(subject, peer, 1, 'an `initialize` byte by byte');
    },
  },
  {
    id: 'input/split-header',
    title: 'A header that comes in two pieces is understood',
    reference,
    why: pieces,
    needs,
    async run(subject) {
      const frame = Buffer.from(frameOf(disconnectRequest(2)));
      const cuts = ['inside its name', 'inside its number', 'between its two line ends'] as const;
      const places = [8, frame.indexOf('\r') - 1, frame.indexOf('\r\n') + 2];
      await Promise.all(places.map((cut, index) => expectJoined(subject, cut, `cut ${cuts[index] ?? ''}`)));
    },
  },
  {
    id: 'input/split-body',
    title: 'A body that comes in two pieces is understood',
    reference,
    why: pieces,
    needs,
    async run(subject) {
      const frame = Buffer.from(frameOf(disconnectRequest(2)));
      const begin = frame.indexOf('{');
      await Promise.all([
        expectJoined(subject, begin, 'cut after its header'),
        expectJoined(subject, begin + 10, 'cut inside its body'),
      ]);
    },
  },
  {
    id: 'input/split-character',
    title: 'A character of several bytes that comes in two pieces is understood',
    reference,
    why: 'Now and then a letter of a name or a path is turned into question marks, and the file is not found.',
    needs,
    async run(subject) {
      const peer = await subject.openRaw();
      await initialized(subject, peer);
      const command = 'conformance/ünknown-漢字-😀';
      const frame = Buffer.from(frameOf({ seq: 3, type: 'request', command }));
      const cut = frame.indexOf('😀') + 2;
      // Whole and half in one: the answer to the whole shows that the half was read too.
      const whole = frameOf({ seq: 2, type: 'request', command: 'conformance/unknown' });
      peer.send(Buffer.concat([whole, frame.subarray(0, cut)]));
      if ((await peer.response(2)) === undefined)
        throw new CheckSkipped('the adapter does not answer unknown commands, which would show it');
      peer.send(frame.subarray(cut));
      const answer = await expectAnswer(subject, peer, 3, `an unknown command \`${command}\` in two pieces`);
      expectThat(
        answer['command'] === command,
        `an unknown command \`${command}\` in two pieces was answered as ${JSON.stringify(answer['command'])}`,
      );
    },
  },
  {
    id: 'input/two-at-once',
    title: 'Two messages that come in one piece are both answered',
    reference,
    why: pieces,
    needs,
    async run(subject) {
      const peer = await subject.openRaw();
      peer.send(Buffer.concat([frameOf(initializeRequest(subject, 1)), frameOf(disconnectRequest(2))]));
      await expectAnswer(subject, peer, 1, '`initialize` and `disconnect` in one piece: `initialize`');
      await expectAnswer(subject, peer, 2, '`initialize` and `disconnect` in one piece: `disconnect`');
    },
  },
  {
    id: 'input/extra-header',
    title: 'A header field besides Content-Length is skipped or refused',
    reference,
    why: 'Clients that grew up with the language server protocol send Content-Type, and would wait for ever.',
    needs,
    run: subject =>
      expectHeaderTaken(subject, length => [
        'Content-Type: application/vscode-jsonrpc; charset=utf-8',
        `Content-Length: ${length}`,
      ]),
  },
  {
    id: 'input/header-case',
    title: 'A header field in small letters is understood or refused',
    reference,
    why: 'Libraries write header names in their own way, and a client that uses one would wait for ever.',
    needs,
    run: subject => expectHeaderTaken(subject, length => [`content-length: ${length}`]),
  },
];

/** After `initialize`, a `disconnect` in two pieces, of which the first was surely read by itself. */
async function expectJoined(subject: Subject, cut: number, what: string): Promise<void> {
  const peer = await subject.openRaw();
  const frame = frameOf(disconnectRequest(2));
  peer.send(Buffer.concat([frameOf(initializeRequest(subject, 1)), frame.subarray(0, cut)]));
  await expectAnswer(subject, peer, 1, `an \`initialize\` with the beginning of the next message`);
  peer.send(frame.subarray(cut));
  await expectAnswer(subject, peer, 2, `a \`disconnect\` ${what}`);
}

async function initialized(subject: Subject, peer: RawPeer): Promise<void> {
  peer.sendMessage(initializeRequest(subject, 1));
  await expectAnswer(subject, peer, 1, '`initialize`');
}

async function expectHeaderTaken(
  subject: Subject,
  fields: (length: number) => readonly string[],
): Promise<void> {
  const body = Buffer.from(JSON.stringify(initializeRequest(subject, 1)));
  const header = fields(body.length);
  await expectGoesOnOrHangsUp(subject, `an \`initialize\` under the header ${JSON.stringify(header)}`, peer =>
    peer.send(Buffer.concat([Buffer.from(`${header.join('\r\n')}\r\n\r\n`), body])),
  );
}
