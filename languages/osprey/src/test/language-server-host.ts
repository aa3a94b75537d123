// `osprey lsp` as a process of its own, for tests.

import { runOsprey } from '../toolchain/osprey.js';

// As the command does: the library keeps a timer that watches over the client.
process.exit(await runOsprey(['lsp', ...process.argv.slice(2)]));
