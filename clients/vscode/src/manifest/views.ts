// What the extension contributes for the views of a session: where they are shown, and the commands that lead there.

const debugged = "inDebugMode && debugType == 'sonde'";

/** Set when somebody first looks at the views: from then on they stay, or VS Code would show another panel after each session. */
export const viewsAreUsed = 'sonde.viewsAreUsed';

const container = 'sonde-views';

export const viewContributions = {
  viewsContainers: {
    panel: [{ id: container, title: 'Sonde', icon: '$(debug-alt)' }],
  },
  views: {
    [container]: [
      {
        id: 'sonde.views',
        name: 'Memory and Drawings',
        type: 'webview',
        when: `${debugged} || ${viewsAreUsed}`,
        icon: '$(debug-alt)',
      },
    ],
  },
} as const;

export const viewCommands = [
  { command: 'sonde.openInBrowser', title: 'Open in the Web Debugger', icon: '$(link-external)' },
  { command: 'sonde.showMemoryMap', title: 'Show the Memory Map' },
  { command: 'sonde.showDisassembly', title: 'Show the Disassembly Beside the Source' },
  { command: 'sonde.showTimeline', title: 'Show the Timeline' },
  { command: 'sonde.stepBackIn', title: 'Step Back Into' },
  { command: 'sonde.stepBackOut', title: 'Step Back Out' },
  { command: 'sonde.showHistory', title: 'Show Its History' },
  { command: 'sonde.showMemory', title: 'Show Memory' },
  { command: 'sonde.drawValue', title: 'Show as a Drawing' },
  { command: 'sonde.showObjects', title: 'Show the Objects of the Program' },
  { command: 'sonde.showInGraph', title: 'Show in the Object Graph' },
  { command: 'sonde.whyAlive', title: 'Why Is This Alive?' },
] as const;

/** VS Code's own context for sessions that declare `supportsStepBack`. */
const goesBack = "debugType == 'sonde' && stepBackSupported";

const onValue = [
  { command: 'sonde.drawValue', when: "debugType == 'sonde'", group: '5_sonde@1' },
  {
    command: 'sonde.showMemory',
    when: "debugType == 'sonde' && debugProtocolVariableMenuContext != 'none'",
    group: '5_sonde@2',
  },
  { command: 'sonde.showInGraph', when: "debugType == 'sonde'", group: '5_sonde@3' },
  { command: 'sonde.whyAlive', when: "debugType == 'sonde'", group: '5_sonde@4' },
  { command: 'sonde.showHistory', when: goesBack, group: '5_sonde@5' },
];

export const viewMenus = {
  commandPalette: [
    { command: 'sonde.openInBrowser', when: debugged },
    { command: 'sonde.showMemoryMap', when: debugged },
    { command: 'sonde.showDisassembly', when: debugged },
    { command: 'sonde.showTimeline', when: goesBack },
    { command: 'sonde.stepBackIn', when: goesBack },
    { command: 'sonde.stepBackOut', when: goesBack },
    { command: 'sonde.showHistory', when: goesBack },
    { command: 'sonde.showMemory', when: debugged },
    { command: 'sonde.drawValue', when: debugged },
    { command: 'sonde.showObjects', when: debugged },
    { command: 'sonde.showInGraph', when: debugged },
    { command: 'sonde.whyAlive', when: debugged },
  ],
  elsewhere: {
    'debug/toolBar': [
      { command: 'sonde.openInBrowser', when: "debugType == 'sonde'", group: 'navigation@90' },
    ],
    'debug/variables/context': onValue,
    'debug/watch/context': onValue,
  },
} as const;
