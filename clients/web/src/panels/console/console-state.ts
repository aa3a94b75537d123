// What the console keeps while another view is in front of it.
import { Store, CommandHistory, perModel, type SessionModel } from '@sonde/client';
import { LogView, noFilter, type LogFilter } from './log-view.js';
import { OpenedAnswers } from './opened-answers.js';

const historyKey = 'sonde-console-history';

export class ConsoleState {
  readonly view = new LogView();
  readonly filter = new Store<LogFilter>(noFilter);
  readonly answers: OpenedAnswers;
  readonly history = new CommandHistory({
    read: () => localStorage.getItem(historyKey),
    write: text => {
      try {
        localStorage.setItem(historyKey, text);
      } catch {
        // A full or forbidden storage costs only the memory over reloads.
      }
    },
  });

  constructor(model: SessionModel) {
    this.answers = new OpenedAnswers(model.frame.fetchChildren);
  }
}

export const consoleStateOf = perModel(model => new ConsoleState(model));
