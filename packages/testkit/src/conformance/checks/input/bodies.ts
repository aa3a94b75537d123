// Checks of bodies in sound frames that are no message of the protocol.
import type { ActiveCheck } from '../../check.js';
import type { RawPeer } from '../../raw-peer.js';
import type { Subject } from '../../subject.js';
import { expectGoesOnOrHangsUp, initializeRequest } from './reaction.js';

const contentPart = { in: 'overview', page: 'Base protocol' } as const;
const envelope = { in: 'specification', page: 'Base Protocol_ProtocolMessage' } as const;
const why =
  'One message that it cannot read makes it deaf to all that follow, and the client waits for ever without a reason.';
const depth = 10_000;

export const bodyChecks: readonly ActiveCheck[] = [
  strange('input/not-utf8', 'a body that is not UTF-8', contentPart, (peer, subject) => {
    const body = Buffer.from(JSON.stringify(initializeRequest(subject, 1, { clientName: '??' })));
    body.fill(0xff, body.indexOf('??'), body.indexOf('??') + 2);
    peer.sendBody(body);
  }),
  strange('input/not-json', 'a body that is not JSON', contentPart, peer =>
    peer.sendBody('{"seq":1,"type":"request","command":"initialize","arguments":{'),
  ),
  strange('input/not-an-object', 'a body that is JSON but no object', envelope, peer => {
    for (const body of ['[1,2,3]', '"initialize"', '42', 'null']) peer.sendBody(body);
  }),
  strange('input/no-type', 'a message without `type`', envelope, peer =>
    peer.sendBody('{"seq":1,"command":"initialize"}'),
  ),
  strange('input/unknown-type', 'a message of an unknown `type`', envelope, peer =>
    peer.sendBody('{"seq":1,"type":"telegram","command":"initialize"}'),
  ),
  strange('input/stray-response', 'a response to a request that nobody sent', envelope, peer =>
    peer.sendBody('{"seq":1,"type":"response","request_seq":4711,"success":true,"command":"runInTerminal"}'),
  ),
  strange(
    'input/deep-nesting',
    `a message with ${depth} lists in each other`,
    contentPart,
    (peer, subject) => {
      const lists = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const message = JSON.stringify(initializeRequest(subject, 1, { conformance: '?' }));
      peer.sendBody(message.replace('"?"', lists));
    },
  ),
];

function strange(
  id: string,
  what: string,
  reference: ActiveCheck['reference'],
  send: (peer: RawPeer, subject: Subject) => void,
): ActiveCheck {
  return {
    id,
    title: `After ${what} the adapter goes on or hangs up`,
    reference,
    why,
    run: subject => expectGoesOnOrHangsUp(subject, what, peer => send(peer, subject)),
  };
}
