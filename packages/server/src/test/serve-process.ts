// Started by tests as a process of its own: serves the idle language on stdio, ends on signals, logs to stderr. Its
// argument, if any, is the limit of what may wait for the client.

import { endOnSignals } from '../end-on-signals.js';
import { serveStdio } from '../stdio.js';
import { testEnvironment } from './environment.js';

const environment = testEnvironment({ log: line => void process.stderr.write(`${line}\n`) });
endOnSignals(reason => environment.sessions.closeAll(reason));
const [, , backlogBytes] = process.argv;
await serveStdio(environment, backlogBytes === undefined ? {} : { backlogBytes: Number(backlogBytes) });
process.exit(0);
