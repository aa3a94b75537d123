// Checks of the wire: what every message must keep, judged on all sessions of the run.
import type { Check } from '../check.js';

export const wireChecks: readonly Check[] = [
  {
    id: 'wire/schema',
    title: 'Every message fits the schema of the protocol',
    reference: { in: 'schema', page: 'ProtocolMessage' },
    why: 'Typed clients drop or choke on messages that do not fit, and each in its own way.',
    judges: 'schema',
  },
  {
    id: 'wire/sequence',
    title: 'The first message has seq 1, and each further one is one greater',
    reference: { in: 'specification', page: 'Base Protocol_ProtocolMessage' },
    why: 'Proxies, recorders and clients that match answers to requests by number lose track.',
    judges: 'sequence',
  },
  {
    id: 'wire/answered',
    title: 'Every request is answered',
    reference: { in: 'specification', page: 'Base Protocol_Request' },
    why: 'A client that waits for an answer that never comes hangs, or shows a spinner for ever.',
    judges: 'never-answered',
  },
  {
    id: 'wire/answered-once',
    title: 'No request is answered twice',
    reference: { in: 'specification', page: 'Base Protocol_Response' },
    why: 'The second answer may be taken for the answer to another request.',
    judges: 'answered-twice',
  },
  {
    id: 'wire/answers-a-request',
    title: 'Every response names a request that was sent',
    reference: { in: 'specification', page: 'Base Protocol_Response' },
    why: 'A client cannot tell what the answer is about, and the real request stays open.',
    judges: 'unknown-request',
  },
  {
    id: 'wire/response-command',
    title: 'A response names the command that it answers',
    reference: { in: 'specification', page: 'Base Protocol_Response' },
    why: 'Clients that decode the body by the command read it as something else.',
    judges: 'wrong-command',
  },
  {
    id: 'wire/nothing-else',
    title: 'Nothing but messages is sent',
    reference: { in: 'overview', page: 'Base protocol' },
    why: 'A stray print on stdout ends the session in most clients.',
    judges: 'not-a-message',
  },
];
