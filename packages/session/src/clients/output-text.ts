// Output as text: programs print bytes, clients read characters, and a character may come in two pieces.

import type { StreamStyle } from '@sonde/language';
import { streamText, type StreamText } from '@sonde/lens';

/**
 * Shows what the streams of one run bring. What is no UTF-8 becomes U+FFFD, as everywhere; streams of the language's own
 * look as it says.
 */
export class OutputText {
  readonly #streams = new Map<string, StreamText>();
  /** By where it is shown: the stream that has left a line there unfinished. */
  readonly #unfinished = new Map<string, string>();

  /** What can be shown by now; a character of which only the beginning came waits for the rest. */
  show(stream: string, data: string | Uint8Array, style: StreamStyle | undefined): string {
    let text = this.#streams.get(stream);
    if (text === undefined) {
      text = streamText(style ?? { marker: '', shows: 'text' });
      this.#streams.set(stream, text);
    }
    return this.#onItsLine(stream, text.show(data), style);
  }

  /** A line with a marker begins one, also where another stream has not finished its own. */
  #onItsLine(stream: string, text: string, style: StreamStyle | undefined): string {
    if (text === '') return '';
    const where = style?.category ?? stream;
    const before = this.#unfinished.get(where);
    if (text.endsWith('\n')) this.#unfinished.delete(where);
    else this.#unfinished.set(where, stream);
    const isInTheWay = before !== undefined && before !== stream;
    return isInTheWay && style !== undefined && style.marker !== '' ? `\n${text}` : text;
  }

  /** The run is over: what still waits will never be whole, and the next one begins anew. */
  finish(): readonly { readonly stream: string; readonly text: string }[] {
    const rests = [...this.#streams]
      .map(([stream, shown]) => ({ stream, text: shown.end() }))
      .filter(rest => rest.text !== '');
    this.#streams.clear();
    this.#unfinished.clear();
    return rests;
  }
}
