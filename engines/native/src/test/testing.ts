// What tests of native languages use besides those here: sessions of the engine, programs made from sources with markers.

export { toolsMissing, useFixturesIn, type Fixture } from './fixtures.js';
export { printedInLldb } from './lldb-script.js';
export * from './session.js';
export * from './object-graphs.js';
export { WholeOutput, type BothOutputs } from './whole-output.js';
