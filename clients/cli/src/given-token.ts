// SONDE_TOKEN: the token that a server is started with. It is taken out of the environment before any other process can
// inherit it: compilers, debuggers and the programs that are debugged.

let taken: string | undefined;

/** Call before anything is started. */
export function takeTokenFromEnvironment(): void {
  taken = process.env['SONDE_TOKEN'] ?? taken;
  delete process.env['SONDE_TOKEN'];
}

export function givenToken(): string | undefined {
  takeTokenFromEnvironment();
  return taken;
}
