// What runs HSX programs: a machine in a thread of the debugger, or an executive in another process.

import type { EngineFactory, ModuleColumn } from '@sonde/engine';
import { vmEngine } from '@sonde/engine-vm';

const moduleColumns: readonly ModuleColumn[] = [{ name: 'codeSize', label: 'Code bytes', type: 'number' }];

const here = vmEngine(new URL('../runtime/machine.js', import.meta.url), {
  registers: true,
  variablesInMemory: true,
  without: ['evaluate'],
  moduleColumns,
});

/** Loaded when it is needed: most sessions run in a thread. */
async function elsewhere(): Promise<EngineFactory> {
  const [{ remoteEngine }, { executiveProtocol }] = await Promise.all([
    import('@sonde/engine-remote'),
    import('./executive/protocol.js'),
  ]);
  return remoteEngine(executiveProtocol, {
    memory: true,
    registers: true,
    disassembly: true,
    goto: true,
    restartFrame: true,
    terminateThreads: true,
    stepTargets: true,
    singleThread: true,
    data: ['read', 'write', 'readWrite'],
    moduleColumns,
  });
}

export const engine: EngineFactory = {
  ...here,
  start: async (target, settings, ...rest) =>
    (settings.extra['executive'] === undefined ? here : await elsewhere()).start(target, settings, ...rest),
  attach: async (...settings) => (await elsewhere()).attach!(...settings),
};
