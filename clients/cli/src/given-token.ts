// SONDE_TOKEN: the token that a server is started with. It is taken out of the environment before any other process can
// inherit it: compilers, debuggers and the programs that are debugged.

const variable = 'SONDE_TOKEN';
let taken: string | undefined;

/** Call before anything is started. */
export function takeTokenFromEnvironment(): void {
  taken = process.env[variable] ?? taken;
  delete process.env[variable];
}

export function givenToken(): string | undefined {
  takeTokenFromEnvironment();
  return taken;
}
