// Output as text: programs print bytes, clients read characters, and a character may come in two pieces.

/** Decodes what the streams of one run bring. What is no UTF-8 becomes U+FFFD, as everywhere. */
export class OutputText {
  readonly #decoders = new Map<string, InstanceType<typeof TextDecoder>>();

  /** What can be shown by now; a character of which only the beginning came waits for the rest. */
  decode(stream: string, data: string | Uint8Array): string {
    if (typeof data === 'string') return this.#rest(stream) + data;
    let decoder = this.#decoders.get(stream);
    if (decoder === undefined) {
      decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      this.#decoders.set(stream, decoder);
    }
    return decoder.decode(data, { stream: true });
  }

  /** The run is over: what still waits will never be whole. */
  finish(): readonly { readonly stream: string; readonly text: string }[] {
    return [...this.#decoders.keys()]
      .map(stream => ({ stream, text: this.#rest(stream) }))
      .filter(rest => rest.text !== '');
  }

  #rest(stream: string): string {
    return this.#decoders.get(stream)?.decode() ?? '';
  }
}
