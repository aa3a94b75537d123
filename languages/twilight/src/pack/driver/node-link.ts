// The debug interface of a node as a client has it: the same messages in this process and over TCP.

import { asFailure, Failure } from '@sonde/engine';
import {
  addressText,
  connectTcp,
  isLoopback,
  JsonLinesChannel,
  PendingRequests,
  type PeerAddress,
} from '@sonde/engine-remote';
import { connectInProcess, protocol } from '../../nova/debug/connection.js';
import type { DebugNode } from '../../nova/debug/debug-node.js';

export type Notification = (method: string, params: Readonly<Record<string, unknown>>) => void;

export interface NodeLink {
  readonly isLocal: boolean;
  /** The version of the interface that the node speaks. */
  readonly protocol: number;
  /** Rejects with a Failure. */
  request<Answer>(method: string, params?: object): Promise<Answer>;
  close(): Promise<void>;
}

export function linkInProcess(node: DebugNode, heard: Notification): NodeLink {
  const client = connectInProcess(node, heard);
  return {
    isLocal: true,
    protocol,
    request: async <Answer>(method: string, params?: object) =>
      (await client.request(method, params)) as Answer,
    close: () => client.close(),
  };
}

const connectMs = 5_000;
const answerMs = 30_000;

interface WireMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: { readonly next?: string } };
}

export interface TcpPeer extends PeerAddress {
  readonly token: string | undefined;
}

/** `lost` hears that the node is gone, unless it was this end that closed. */
export async function linkOverTcp(
  peer: TcpPeer,
  heard: Notification,
  lost: (why: string) => void,
  signal: AbortSignal,
): Promise<NodeLink> {
  const name = `the node at ${addressText(peer)}`;
  const ends = await connectTcp(peer, 'a node (nova --debug)', connectMs, signal);
  const pending = new PendingRequests(name);
  let isClosed = false;
  const channel = new JsonLinesChannel(ends, {
    message: value => {
      const message = value as WireMessage | null;
      if (typeof message !== 'object' || message === null) return;
      if (message.method !== undefined) return heard(message.method, message.params ?? {});
      if (typeof message.id !== 'number') {
        if (message.error !== undefined) channel.close(message.error.message);
        return;
      }
      if (message.error === undefined) pending.answer(message.id, message.result);
      else
        pending.refuse(
          message.id,
          new Failure('bad-arguments', 'user', message.error.message, message.error.data?.next),
        );
    },
    closed: why => {
      pending.lose(why);
      if (!isClosed) lost(why);
      isClosed = true;
    },
  });
  const link = {
    isLocal: isLoopback(peer),
    protocol: 1,
    request: async <Answer>(method: string, params: object = {}) =>
      (await pending.ask(method, answerMs, id =>
        channel.send({ jsonrpc: '2.0', id, method, params }),
      )) as Answer,
    close: async () => {
      isClosed = true;
      channel.close('closed');
    },
  };
  try {
    const welcome = await link.request<{ readonly protocol?: number }>('authenticate', {
      token: peer.token ?? '',
    });
    link.protocol = welcome.protocol ?? 1;
  } catch (error) {
    await link.close();
    const { message, blame } = asFailure(error);
    // It is gone, or did not answer: no other token would help.
    if (blame !== 'user') throw error;
    throw new Failure(
      'not-supported',
      'user',
      `${name} refused: ${message}`,
      'Give the token that nova --debug printed as the option token.',
    );
  }
  return link;
}
