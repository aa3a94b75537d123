// An editor's user interface for tests: it answers as it was told and remembers all that it was asked to show.

import type { Problem } from '../build/problems.js';
import type {
  EditorClipboard,
  EditorDocument,
  EditorMessages,
  EditorProblems,
  EditorProgress,
  EditorTerminal,
  MessageKind,
} from '../editor-ui.js';

export interface ShownMessage {
  readonly kind: MessageKind | 'question' | 'pick';
  readonly text: string;
  readonly actions: readonly string[];
  readonly answer: string | undefined;
}

export interface StubbedEditor {
  readonly messages: EditorMessages;
  readonly progress: EditorProgress;
  readonly problems: EditorProblems;
  readonly clipboard: EditorClipboard;
  readonly terminal: EditorTerminal;
  /** What the user saw, oldest first. */
  readonly shown: readonly ShownMessage[];
  /** Titles of progress. */
  readonly worked: readonly string[];
  readonly copied: readonly string[];
  readonly ran: readonly string[];
  /** What the list of problems holds now. */
  readonly listed: () => readonly Problem[];
  /** Presses "Cancel" of the progress that is shown. */
  cancel(): void;
}

/** `answers` are given one by one, to whatever asks; after that each message is closed unanswered. */
export function stubEditor(answers: readonly (string | undefined)[] = []): StubbedEditor {
  const left = [...answers];
  const shown: ShownMessage[] = [];
  const worked: string[] = [];
  const copied: string[] = [];
  const ran: string[] = [];
  let listed: readonly Problem[] = [];
  let cancelling: AbortController | undefined;
  const answer = (
    kind: ShownMessage['kind'],
    text: string,
    actions: readonly string[],
  ): Promise<string | undefined> => {
    const chosen = left.shift();
    if (chosen !== undefined && !actions.includes(chosen))
      throw new Error(`"${text}" has no button "${chosen}", only ${actions.join(', ') || 'none'}`);
    shown.push({ kind, text, actions, answer: chosen });
    return Promise.resolve(chosen);
  };
  return {
    messages: {
      show: answer,
      ask: (text, actions) => answer('question', text, actions),
      pick: (title, choices) => answer('pick', title, choices),
    },
    progress: {
      async during(title, work) {
        worked.push(title);
        cancelling = new AbortController();
        try {
          return await work(cancelling.signal);
        } finally {
          cancelling = undefined;
        }
      },
    },
    problems: {
      clear: () => {
        listed = [];
      },
      show: problems => {
        listed = problems;
      },
    },
    clipboard: {
      copy: text => {
        copied.push(text);
        return Promise.resolve();
      },
    },
    terminal: { run: command => void ran.push(command) },
    shown,
    worked,
    copied,
    ran,
    listed: () => listed,
    cancel: () => cancelling?.abort(),
  };
}

export interface StubbedDocument extends EditorDocument {
  readonly saves: () => number;
}

/** A document; `saves` false is one that cannot be saved. */
export function stubDocument(
  path: string,
  state: { readonly isDirty?: boolean; readonly isUntitled?: boolean; readonly saves?: boolean } = {},
): StubbedDocument {
  let { isDirty = false, isUntitled = false } = state;
  let saves = 0;
  return {
    path,
    get isDirty() {
      return isDirty;
    },
    get isUntitled() {
      return isUntitled;
    },
    save() {
      saves += 1;
      const works = state.saves ?? true;
      if (works) isDirty = isUntitled = false;
      return Promise.resolve(works);
    },
    saves: () => saves,
  };
}
