// Keys that start the file that is shown, where the editor's own would first write a launch.json or knows no debugger for it.

/** Set by the extension where the editor is such a one, and no configuration is written down. */
export const startsFile = 'sonde.startsFile';

/** A command of the keys alone; its argument says whether to run. */
export const startShown = 'sonde.startShown';

/**
 * `isSource`: the condition for a source whose F5 is ours; `isOther` for files whose format has no debugger in the editor,
 * which would say so or ask for one.
 */
export const startKeys = (isSource: string, isOther: string): readonly object[] => [
  ...[
    { key: 'f5', command: 'sonde.debugFile' },
    { key: 'ctrl+f5', command: 'sonde.runFile' },
  ].map(each => ({ ...each, when: `${startsFile} && !inDebugMode && ${isSource}` })),
  ...[
    { key: 'f5', args: { noDebug: false } },
    { key: 'ctrl+f5', args: { noDebug: true } },
  ].map(each => ({ ...each, command: startShown, when: `!inDebugMode && (${isOther})` })),
];
