// JSON that was written as bytes, for bodies of which many are sent: objects made only to be written take longer than that.

export class WrittenJson {
  constructor(readonly bytes: Uint8Array) {}

  /** For whoever looks at messages as objects. */
  toJSON(): unknown {
    return JSON.parse(new TextDecoder().decode(this.bytes)) as unknown;
  }
}
