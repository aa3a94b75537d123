#!/usr/bin/env node
// Starts twilightc.
import { runTwilightc } from '../dist/toolchain/twilightc.js';

process.exitCode = await runTwilightc(process.argv.slice(2));
