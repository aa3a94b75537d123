// Under which names modules import the system interface (WASI preview 1).

export const wasiModules: readonly string[] = ['wasi_snapshot_preview1', 'wasi_unstable'];

export const isWasi = (module: string): boolean => wasiModules.includes(module);
