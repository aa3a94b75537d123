#!/usr/bin/env node
// `sonde dap` under a name of its own, for clients that start an adapter by one path without arguments.

process.argv.splice(2, 0, 'dap');
await import('./sonde.js');
