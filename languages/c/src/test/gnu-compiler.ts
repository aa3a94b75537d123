// GNU's compiler, of which some tests are: they say loudly where it is missing.

import { findTool } from '@sonde/engine-native/toolchain';
import { gnuTool } from '../toolchain/compilers.js';

export const gnu = await findTool(gnuTool()).catch(() => undefined);
if (gnu === undefined)
  process.stderr.write(`\nTESTS OF GNU'S COMPILER ARE SKIPPED: \`${gnuTool().install}\`\n`);
