// The compilers of C++ that are looked for; that of C is the engine's, because other languages use it as well.

import { versionedCommands, type WantedTool } from '@sonde/engine-native/toolchain';

/** The same compiler as for C, for C++. */
export const clangxxTool = (explicit?: string): WantedTool => ({
  name: 'clang++',
  explicit,
  variable: 'SONDE_CLANGXX',
  commands: [...versionedCommands('clang++'), 'c++', 'g++'],
  install: 'apt-get install -y clang-22 libstdc++-12-dev',
});

/** GNU's compiler for C++, whose programs differ in what their debug information says. */
export const gnuTool = (explicit?: string): WantedTool => ({
  name: 'g++',
  explicit,
  variable: 'SONDE_GXX',
  commands: ['g++'],
  install: 'apt-get install -y g++',
});
