#!/usr/bin/env node
// Starts twilightc.
import { runContractTests } from '../dist/nova/contract-tests.js';
import { runTwilightc } from '../dist/toolchain/twilightc.js';

process.exitCode = await runTwilightc(process.argv.slice(2), process, runContractTests);
