// Output as text: programs print bytes, clients read characters, and a character may come in two pieces.

import type { StreamStyle } from '@sonde/language';
import { streamText, type StreamText } from '@sonde/lens';

/**
 * Shows what the streams of one run bring. What is no UTF-8 becomes U+FFFD, as everywhere; streams of the language's own
 * look as it says.
 */
export class OutputText {
  readonly #streams = new Map<string, StreamText>();

  /** What can be shown by now; a character of which only the beginning came waits for the rest. */
  show(stream: string, data: string | Uint8Array, style: StreamStyle | undefined): string {
    let text = this.#streams.get(stream);
    if (text === undefined) {
      text = streamText(style ?? { marker: '', shows: 'text' });
      this.#streams.set(stream, text);
    }
    return text.show(data);
  }

  /** The run is over: what still waits will never be whole, and the next one begins anew. */
  finish(): readonly { readonly stream: string; readonly text: string }[] {
    const rests = [...this.#streams]
      .map(([stream, shown]) => ({ stream, text: shown.end() }))
      .filter(rest => rest.text !== '');
    this.#streams.clear();
    return rests;
  }
}
