// A line over which an adapter declares more than it can do.
import type { Capabilities } from '@sonde/dap';
import type { FaultyLine, Line } from './fault.js';

/** The same line, and these capabilities among those that `initialize` answers with. */
export const declaring = (capabilities: Capabilities, seed: () => FaultyLine) => (): FaultyLine => {
  const inner = seed();
  return {
    ...inner,
    fromAdapter(message, line: Line) {
      const isAnswer = message.type === 'response' && message.command === 'initialize' && message.success;
      const passing = isAnswer
        ? { ...message, body: { ...(message.body as Capabilities | undefined), ...capabilities } }
        : message;
      if (inner.fromAdapter === undefined) line.toClient(passing);
      else inner.fromAdapter(passing, line);
    },
  };
};
