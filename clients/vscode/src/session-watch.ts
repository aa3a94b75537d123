// Watches sessions begin: build errors go to the list of problems, and a missing tool is offered to be installed.

import { problemsIn as problemsOfText, type Problem } from '@sonde/editor';
import type * as vscode from 'vscode';
import { showRepl } from './input-hint.js';
import { problemsIn } from './vscode-ui.js';

export const showProblems = { title: 'Show Problems', command: 'workbench.actions.view.problems' };
/** What the build has printed stands there. */
const showOutput = { title: 'Show Debug Console', command: showRepl };

/** Numbers of Sonde's error responses, which are part of its interface. */
const buildFailed = 2001;
const toolMissing = 2002;

interface Watched {
  readonly type?: string;
  readonly event?: string;
  readonly command?: string;
  readonly success?: boolean;
  readonly body?: {
    readonly category?: string;
    readonly output?: string;
    readonly error?: {
      readonly id?: number;
      readonly format?: string;
      showUser?: boolean;
      url?: string;
      urlLabel?: string;
    };
  };
}

export interface SessionWatchers {
  readonly problems: vscode.DiagnosticCollection;
  /** Called with the configuration of a launch that lacked a tool, and what the adapter said of it. */
  readonly toolIsMissing: (configuration: vscode.DebugConfiguration, text: string) => void;
}

export const watchSessions = ({
  problems,
  toolIsMissing,
}: SessionWatchers): vscode.DebugAdapterTrackerFactory => ({
  createDebugAdapterTracker({ configuration }) {
    let isStarting = true;
    const found: Problem[] = [];
    const list = problemsIn(problems);
    return {
      onDidSendMessage(message: Watched) {
        if (!isStarting) return;
        const { type, event, command, success, body } = message;
        if (event === 'output' && body?.category === 'stderr' && body.output !== undefined) {
          found.push(...problemsOfText(body.output, '/'));
          list.show(found);
        }
        // What the program itself prints later is no problem of its build.
        if (event === 'process') isStarting = false;
        if (type !== 'response' || (command !== 'launch' && command !== 'attach') || success === true) return;
        isStarting = false;
        const error = body?.error;
        // VS Code shows this very object next, if it is for users, with a button where it has an address.
        if (error?.id === toolMissing && error.format !== undefined) {
          error.showUser = false;
          toolIsMissing(configuration, error.format);
        }
        // Else VS Code offers to open a launch.json, which did not cause it.
        if (error?.id === buildFailed) {
          const { title, command } = found.length > 0 ? showProblems : showOutput;
          error.url = `command:${command}`;
          error.urlLabel = title;
        }
      },
    };
  },
});
