// Starts `sonde dap` for each session and writes every message that passes into a file, one to a line.

const { appendFileSync } = require('node:fs');
const vscode = require('vscode');

const log = (from, message) =>
  appendFileSync(process.env.SONDE_CHECK_LOG, `${JSON.stringify({ from, message })}\n`);

exports.activate = context => {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('sonde', {
      createDebugAdapterDescriptor: () =>
        new vscode.DebugAdapterExecutable(process.execPath, [process.env.SONDE_CHECK_COMMAND, 'dap']),
    }),
    vscode.debug.registerDebugAdapterTrackerFactory('*', {
      createDebugAdapterTracker: () => ({
        onWillReceiveMessage: message => log('editor', message),
        onDidSendMessage: message => log('adapter', message),
      }),
    }),
  );
};
