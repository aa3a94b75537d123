// What a task prints on upstream's executive: messages in a mailbox that somebody has to fetch.

import type { Asker } from '../connection.js';
import { upstreamAnswers } from './answers.js';

/** As many as it gives at a time. */
const mostMessages = 5;

/** Fetches all that is there; true when there was something. */
export function drainOutput(
  session: Asker,
  pid: number,
  print: (text: string) => void,
): () => Promise<boolean> {
  // A character may be cut in two by the end of a message.
  const decoder = new TextDecoder();
  return async () => {
    let any = false;
    for (;;) {
      const asked = { pid, limit: mostMessages };
      const { messages } = await session.ask('listen', asked, upstreamAnswers.messages);
      for (const { data_hex: data } of messages) {
        any = true;
        const text = decoder.decode(Buffer.from(data, 'hex'), { stream: true });
        if (text !== '') print(text);
      }
      if (messages.length < mostMessages) return any;
    }
  };
}
