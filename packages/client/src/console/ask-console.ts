// A question to the console: asked in the frame that is looked at, and answered in the log.
import { failureText } from '../failure-text.js';
import type { SessionModel } from '../session-model.js';
import type { ShownVariable } from '../value.js';

export async function askConsole(model: SessionModel, expression: string): Promise<void> {
  const { log } = model;
  log.add({ kind: 'question', stream: '', text: expression });
  const frameId = model.phase.get().kind === 'stopped' ? model.frame.selection.get()?.frame.id : undefined;
  const isForeign = model.info.get() === undefined;
  try {
    const { result, ...details } = await model.client.request('evaluate', {
      expression,
      context: 'repl',
      ...(frameId === undefined ? {} : { frameId }),
      ...(model.frame.hex.get() ? { format: { hex: true } } : {}),
    });
    const value = { evaluateName: expression, ...details, name: expression, value: result } as ShownVariable;
    answer(model, value);
    // It may have been an assignment or a call; the session tells the other clients, and we are not among them.
    if (frameId !== undefined) await model.valuesChanged();
  } catch (error) {
    for (const text of failureText(error).split('\n')) log.add({ kind: 'problem', stream: '', text });
    if (isForeign && model.phase.get().kind === 'running')
      log.add({ kind: 'notice', stream: '', text: noInput });
  }
}

/** The protocol has no request for it, and adapters offer ways of their own. */
const noInput =
  'If this was input for the program: through this adapter it cannot be typed here. Let the program read a file, or start it in another terminal and attach to it.';

/** One line of the log for each line of the answer; the first carries the value. */
function answer({ log }: SessionModel, value: ShownVariable): void {
  const [first = '', ...others] = value.value.split('\n');
  // A line that went to the program as its input has no answer.
  if (value.value === '' && value.variablesReference === 0) return;
  log.add({
    kind: 'answer',
    stream: '',
    text: first,
    reference: value.variablesReference,
    ...(value.type === undefined ? {} : { type: value.type }),
    value,
  });
  for (const text of others) log.add({ kind: 'answer', stream: '', text });
}
