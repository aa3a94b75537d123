// GNU's compiler, of which some tests are: they say loudly where it is missing.

import { findTool, gnuTool } from '@sonde/engine-native/toolchain';

export const gnu = await findTool(gnuTool()).catch(() => undefined);
if (gnu === undefined)
  process.stderr.write(`\nTESTS OF GNU'S COMPILER ARE SKIPPED: \`${gnuTool().install}\`\n`);
