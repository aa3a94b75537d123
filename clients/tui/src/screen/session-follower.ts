// What happens in the session happens on the screen: it is drawn anew, panes come to the front, and keys go to who asks for them.
import type { PaneId } from '../panes/pane.js';
import { stillStarting } from './command.js';
import type { DebuggerScreen } from './debugger-screen.js';

/** Who follows instructions or bytes with the keys there goes on with them, where the source would hide them. */
const staysInFront: ReadonlySet<PaneId> = new Set(['disassembly', 'trace', 'memory']);

export class SessionFollower {
  /** Where the keys went before the program asked for input. */
  #focusBeforeInput: PaneId | undefined;
  #stop: number | undefined;

  constructor(private readonly screen: DebuggerScreen) {
    const { model } = screen;
    const { threads, frame, breakpoints, sources, watches } = model;
    const redraw = (): void => screen.frames.due();
    for (const store of [
      ...[model.capabilities, model.info, model.notice, model.changes],
      ...[threads.list, threads.selected, frame.inline, frame.hex],
      ...[breakpoints.outcomes, breakpoints.others, breakpoints.book.content],
      ...[sources.open, sources.active, sources.reveal, watches.expressions],
    ])
      store.subscribe(redraw);
    frame.selection.subscribe(() => this.#followFrame());
    model.phase.subscribe(() => this.#phaseChanged());
    model.waitsForInput.subscribe(() => this.#inputWanted());
  }

  /** The source of the frame comes to the front, or its instructions where it has none. */
  #followFrame(): void {
    const { model, host, panes } = this.screen;
    this.screen.frames.due();
    const frame = model.frame.selection.get()?.frame;
    if (frame === undefined) return;
    const { source, line } = frame;
    const hasText = source?.path !== undefined || (source?.sourceReference ?? 0) > 0;
    const showInstructions = (): void => {
      if (panes.disassembly.isThere()) host.show('disassembly', false);
    };
    if (source === undefined || !hasText) return showInstructions();
    const wasMissing = model.sources.isMissing(source);
    void model.sources.show(source, line).then(() => {
      const isLookedAt = model.frame.selection.get()?.frame === frame;
      if (isLookedAt && !wasMissing && model.sources.isMissing(source)) showInstructions();
    });
    if (wasMissing) showInstructions();
    else if (!staysInFront.has(this.screen.focus)) host.show('source', false);
  }

  #phaseChanged(): void {
    const { model, host, frames } = this.screen;
    const phase = model.phase.get();
    frames.due();
    if (phase.kind === 'failed') {
      for (const text of phase.why.split('\n')) model.log.add({ kind: 'problem', stream: '', text });
      host.show('console', false);
    }
    if (phase.kind === 'ended') {
      if (phase.next !== undefined) model.log.add({ kind: 'problem', stream: '', text: phase.next });
      this.#giveFocusBack();
    }
    if (phase.kind === 'stopped' && phase.stop.number !== this.#stop) {
      this.#stop = phase.stop.number;
      if (model.notice.get()?.text === stillStarting) model.notice.set(undefined);
      this.#giveFocusBack();
      this.screen.endGlance();
    }
  }

  /** A program that asks gets the keys until it stops or ends: it may ask for more than one line. */
  #inputWanted(): void {
    const { model, host, focus, frames } = this.screen;
    frames.due();
    if (!model.waitsForInput.get() || focus === 'console') return;
    this.#focusBeforeInput = focus;
    host.show('console', true);
  }

  #giveFocusBack(): void {
    const before = this.#focusBeforeInput;
    this.#focusBeforeInput = undefined;
    if (before !== undefined && this.screen.focus === 'console') this.screen.host.show(before, true);
  }
}
