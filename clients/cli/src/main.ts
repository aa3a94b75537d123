// Started by bin/sonde.js: what takes long outside of this process is begun first, then the command is loaded and run.

import { takeTokenFromEnvironment } from './given-token.js';
import { giveHeadStart } from './head-starts.js';

takeTokenFromEnvironment();
await giveHeadStart(process.argv.slice(2));
const { runThisProcess } = await import('./this-process.js');
await runThisProcess();
