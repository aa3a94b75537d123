// Who may import whom. This table is the architecture; docs/architecture.md shows it.

/** Rows are tried in order; `*` stands for one folder name. A workspace without a row may not exist. */
export const layerTable = [
  { who: 'packages/dap', may: [] },
  // A session as its clients see it, and the views of it that several of them show: all they know comes over the wire.
  { who: 'packages/client', may: ['packages/dap', 'packages/heap'] },
  { who: 'packages/panels', may: ['packages/dap', 'packages/heap', 'packages/client'] },
  // The object graph: engines fill it, sessions and clients ask it, so it stands below all of them.
  { who: 'packages/heap', may: [] },
  { who: 'packages/engine', may: ['packages/heap'] },
  { who: 'packages/lens', may: ['packages/engine'] },
  { who: 'packages/language', may: ['packages/engine', 'packages/heap', 'packages/lens'] },
  {
    who: 'packages/session',
    may: ['packages/dap', 'packages/engine', 'packages/heap', 'packages/lens', 'packages/language'],
  },
  {
    who: 'packages/server',
    may: ['packages/dap', 'packages/engine', 'packages/language', 'packages/session'],
  },
  { who: 'packages/testkit', may: ['packages/dap'] },
  // Published by itself, for extensions of languages that need nothing else of ours.
  { who: 'packages/editor', may: [] },
  // Drives commands from outside, as their users do.
  { who: 'bench', may: [] },
  // Instruments modules, and hands the run to the engine that drives machines by addresses.
  {
    who: 'engines/wasm',
    may: ['packages/engine', 'packages/heap', 'packages/lens', 'engines/remote', 'toolchains/wasm'],
  },
  { who: 'engines/*', may: ['packages/engine', 'packages/heap', 'packages/lens'] },
  // Expressions of C for every language that has them: what debuggers evaluate, so it knows programs, types and hooks of packs.
  { who: 'toolchains/c-expressions', may: ['packages/engine', 'packages/lens', 'packages/language'] },
  // What front ends share, whatever they compile to: their mistakes are diagnostics.
  { who: 'toolchains/front-end', may: ['packages/engine', 'packages/language'] },
  // What surrounds compilers to native code: they find tools as the native engine does, and their mistakes are diagnostics.
  {
    who: 'toolchains/native-compiler',
    may: ['packages/engine', 'packages/language', 'engines/native', 'toolchains/front-end'],
  },
  // A compiler that sees only the files that it is given: it reads them as everything else does.
  { who: 'toolchains/built-in-clang', may: ['packages/engine', 'packages/language'] },
  // What compilers of several languages share; they know no debugger.
  { who: 'toolchains/*', may: [] },
  {
    who: 'languages/*',
    may: [
      // A language may check what an editor makes of F5 on its programs.
      'packages/editor',
      'packages/engine',
      'packages/heap',
      'packages/lens',
      'packages/language',
      'engines/*',
      'toolchains/*',
    ],
  },
  // Runs in a browser: all it knows of a debugger comes over the wire.
  { who: 'clients/web', may: ['packages/dap', 'packages/client', 'packages/panels'] },
  // A screen on a terminal: what it knows comes over the wire too.
  { who: 'clients/tui', may: ['packages/dap', 'packages/client'] },
  // Runs in an editor: the adapter is a process of its own, and of the packs it sees what its manifest was made from.
  {
    who: 'clients/vscode',
    may: ['packages/editor', 'packages/language', 'packages/dap', 'packages/client', 'packages/panels'],
  },
  {
    who: 'clients/*',
    may: [
      // The command opens it.
      'clients/tui',
      'packages/dap',
      'packages/client',
      'packages/heap',
      'packages/engine',
      'packages/lens',
      'packages/language',
      'packages/session',
      'packages/server',
      // The conformance suite is a command of the command line.
      'packages/testkit',
      'engines/*',
      'toolchains/*',
      'languages/*',
    ],
  },
  // Stands for an extension that others write, on the one package that is published for them.
  { who: 'examples/vscode-extension', may: ['packages/editor'] },
  // They stand for what others write: nothing of ours, but for their tests.
  { who: 'examples/*', may: [] },
];

/** Tests drive the whole thing from outside, and some look at what a real compiler makes, so they may import these besides. */
export const testsMayAlso = ['packages/testkit', 'packages/server', 'toolchains/built-in-clang'];

/** Parts that must load in a browser: everything in the folder but what lies in `except`. */
export const browserParts = [
  { folder: 'packages/dap/src', except: 'packages/dap/src/node' },
  { folder: 'packages/heap/src', except: 'packages/heap/src/node' },
  { folder: 'packages/client/src', except: 'packages/client/src/test' },
  { folder: 'packages/panels/src', except: 'packages/panels/src/test' },
  { folder: 'clients/web/src', except: 'clients/web/src/test' },
];

/** The files outside languages/ that name languages: which are installed, and whose debugger is started at once. */
export const languageLists = ['clients/cli/src/languages.ts', 'clients/cli/src/head-starts.ts'];

export const rowFor = folder => layerTable.find(({ who }) => fits(who, folder));

export const mayImport = (row, target, test) =>
  [...row.may, ...(test ? testsMayAlso : [])].some(pattern => fits(pattern, target));

function fits(pattern, folder) {
  return pattern.endsWith('/*') ? folder.startsWith(pattern.slice(0, -1)) : pattern === folder;
}
