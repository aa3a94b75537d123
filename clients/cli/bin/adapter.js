#!/usr/bin/env node
// `sonde NAME` under the adapter's own name, by which this file is installed (`bin` in package.json).

import { basename } from 'node:path';

process.argv.splice(2, 0, basename(process.argv[1], '.js').replace(/\.cmd$/, ''));
await import('./sonde.js');
