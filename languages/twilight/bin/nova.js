#!/usr/bin/env node
// Starts nova. The token is taken out of the environment before anything can inherit it.
import { nova } from '../dist/nova/nova.js';

// A reader that is gone, as behind `| head`, has what it wanted.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const { SONDE_TOKEN: token } = process.env;
delete process.env.SONDE_TOKEN;
process.exitCode = await nova(process.argv.slice(2), token === undefined ? {} : { token });
