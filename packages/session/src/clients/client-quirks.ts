// What some clients make of what the protocol allows, by the `clientID` that they give. It is kept here and nowhere else:
// the rest of a session asks what a client does, never which one it is.

export interface ClientQuirks {
  /** It takes a second `stopped` event of one stop for a thread that is in its way, and lets the whole program go on. */
  readonly resumesAtSecondStopped?: true;
}

const known: ReadonlyMap<string, ClientQuirks> = new Map([['neovim', { resumesAtSecondStopped: true }]]);

export const quirksOf = (clientId: string | undefined): ClientQuirks => known.get(clientId ?? '') ?? {};
