#!/usr/bin/env node
// Starts twilightc.
import { runContractTests } from '../dist/nova/contract-tests.js';
import { runTwilightc } from '../dist/toolchain/twilightc.js';

// A reader that is gone, as behind `| head`, has what it wanted.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runTwilightc(process.argv.slice(2), process, runContractTests);
