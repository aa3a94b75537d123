// Where streams of a language's own go when its program runs without a debugger: where the shell has redirected them, else among the errors, as people read them.

import { createWriteStream, type WriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import type { StreamStyle } from '@sonde/language';
import { streamText, type StreamText } from '@sonde/lens';
import { isGivenForWriting } from './given-descriptor.js';

export interface Outgoing {
  readonly to: Writable;
  readonly data: string | Uint8Array;
}

type Way =
  | { readonly kind: 'redirected'; readonly to: WriteStream }
  | { readonly kind: 'shown'; readonly text: StreamText };

export class OtherStreams {
  readonly #ways: ReadonlyMap<string, Way>;

  constructor(
    styles: Readonly<Record<string, StreamStyle>>,
    private readonly errors: Writable,
  ) {
    // Now, before files of ours could take a number that nobody gave.
    this.#ways = new Map(Object.entries(styles).map(([name, style]) => [name, wayOf(style)]));
  }

  /** Undefined for streams that are not the language's own. */
  way(stream: string, data: string | Uint8Array): Outgoing | undefined {
    const way = this.#ways.get(stream);
    if (way === undefined) return undefined;
    if (way.kind === 'redirected') return { to: way.to, data };
    // Standard output is the program's: what it wrote elsewhere must not get into a file of it.
    return { to: this.errors, data: way.text.show(data) };
  }

  /** What waited for the rest of a character when the program ended. */
  rest(): string {
    return [...this.#ways.values()].map(way => (way.kind === 'shown' ? way.text.end() : '')).join('');
  }

  close(): void {
    for (const way of this.#ways.values()) if (way.kind === 'redirected') way.to.destroy();
  }
}

function wayOf({ descriptor, marker, shows }: StreamStyle): Way {
  if (descriptor === undefined || !isGivenForWriting(descriptor))
    return { kind: 'shown', text: streamText({ marker, shows }) };
  const to = createWriteStream('', { fd: descriptor, autoClose: false });
  // Told to whoever wrote. What comes after it is refused then, and not kept for ever.
  to.on('error', () => to.destroy());
  return { kind: 'redirected', to };
}
