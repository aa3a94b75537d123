// Events: subscribed to, acknowledged, and the log.

import type { EventFilter } from '../events.js';
import { Refusal, type Answer, type Request } from '../request.js';
import type { Subscription } from '../subscription.js';
import type { Call, CommandTable } from './call.js';

export const eventCommands: CommandTable = {
  'events.subscribe': call => subscribe(call),
  'events.ack': ({ executive, request, requiredSession }) => {
    const subscription = executive.events.of(requiredSession);
    if (subscription === undefined) throw new Refusal('session_required');
    subscription.acknowledge(request.integer('seq'));
    // A task may wait until its output was read.
    if (requiredSession.terms.lossless) executive.runner.wake();
    const { pending, highWater, drops, lastAck } = subscription;
    return { events: { pending, high_water: highWater, drops, last_ack: lastAck } };
  },
  'events.unsubscribe': ({ executive, requiredSession }) => {
    const subscription = executive.events.of(requiredSession);
    subscription?.close();
    return { unsubscribed: subscription !== undefined };
  },
  dmesg: ({ executive, request }) => ({
    logs: executive.log.last(
      request.integer('limit', { min: 1, max: 256 }, 256),
      request.optionalText('filter_session'),
    ),
  }),
  'dmesg.clear': ({ executive }) => {
    executive.log.clear();
    return {};
  },
};

const retentionMilliseconds = 5_000;

function subscribe(call: Call): 'sent' {
  const { executive, request, client, requiredSession: session } = call;
  const filters = request.part('filters');
  const since = filters.has('since_seq') ? filters.integer('since_seq') : undefined;
  executive.events.subscribe(session, client, filterOf(filters), since, subscription => {
    client.streaming = true;
    client.send(JSON.stringify({ version: 1, status: 'ok', events: greeting(call, subscription, since) }));
  });
  return 'sent';
}

function greeting({ executive }: Call, subscription: Subscription, since: number | undefined): Answer {
  return {
    token: subscription.token,
    max: subscription.most,
    cursor: executive.events.lastSeq,
    retention_ms: retentionMilliseconds,
    pending: 0,
    high_water: 0,
    drops: 0,
    ...(since === undefined ? {} : { since_seq: since }),
  };
}

function filterOf(filters: Request): EventFilter {
  const types = filters.texts('categories');
  return {
    ...(filters.has('pid') ? { pids: new Set(filters.integers('pid')) } : {}),
    ...(types.length === 0 ? {} : { types: new Set(types) }),
  };
}
