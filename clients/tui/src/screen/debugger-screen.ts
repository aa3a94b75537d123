// The screen: panes on a session, which of them has the keys, and what is drawn over them.
import { functionNames, isAlive, type SessionModel, type Shelf, type Syntax } from '@sonde/client';
import type { InputEvent } from '../input/input-event.js';
import { lookOf, type Look, type ThemeName } from '../look/look.js';
import { BreakpointsPane } from '../panes/breakpoints-pane.js';
import { ConsolePane } from '../panes/console-pane.js';
import { DisassemblyPane } from '../panes/disassembly-pane.js';
import { MemoryPane } from '../panes/memory-pane.js';
import { paneIds, type Pane, type PaneHost, type PaneId, type Question } from '../panes/pane.js';
import { SourcePane } from '../panes/source-pane.js';
import { StackPane } from '../panes/stack-pane.js';
import { RegistersPane, VariablesPane, WatchesPane } from '../panes/value-panes.js';
import type { Grid } from '../terminal/grid.js';
import { Canvas } from '../terminal/grid.js';
import type { Terminal } from '../terminal/terminal.js';
import { commandOf, screenCommands } from './command.js';
import { FrameLoop, type Caret } from './frame-loop.js';
import { isInside, isTiny, layout, type Area } from './layout.js';
import { HelpOverlay, QuestionLine } from './overlay.js';
import { drawStatus } from './status-line.js';
import { drawTitle, type TabPlace } from './title-line.js';

export interface ScreenSurroundings {
  readonly model: SessionModel;
  readonly terminal: Terminal;
  readonly theme: ThemeName;
  readonly hasUnicode: boolean;
  /** What sources of that name look like. */
  readonly syntaxOf: (path: string) => Syntax | undefined;
  /** Where the questions to the console are kept. */
  readonly history: Shelf;
}

export class DebuggerScreen {
  readonly model: SessionModel;
  readonly frames: FrameLoop;
  readonly host: PaneHost;
  readonly panes: {
    readonly source: SourcePane;
    readonly variables: VariablesPane;
    readonly watches: WatchesPane;
    readonly stack: StackPane;
    readonly breakpoints: BreakpointsPane;
    readonly console: ConsolePane;
    readonly disassembly: DisassemblyPane;
    readonly registers: RegistersPane;
    readonly memory: MemoryPane;
  };
  #look: Look;
  #focus: PaneId = 'source';
  /** Where the keys went before the program asked for input. */
  #focusBeforeInput: PaneId | undefined;
  /** Panes in the order in which they were brought to the front, the last one last. */
  #recent: PaneId[] = [];
  #isAlone = false;
  #areas: readonly Area[] = [];
  #tabs: TabPlace[] = [];
  #help: HelpOverlay | undefined;
  #question: { readonly question: Question; readonly line: QuestionLine } | undefined;
  #asksToLeave = false;
  #stop: number | undefined;
  readonly #left: Promise<void>;
  #leave!: () => void;

  constructor(private readonly surroundings: ScreenSurroundings) {
    const { model, terminal, theme, hasUnicode, history } = surroundings;
    this.model = model;
    this.#look = lookOf(theme, hasUnicode);
    this.frames = new FrameLoop(terminal, grid => this.#draw(grid));
    this.host = this.#makeHost();
    const { host } = this;
    this.panes = {
      source: new SourcePane(host),
      variables: new VariablesPane(host),
      watches: new WatchesPane(host),
      stack: new StackPane(host),
      breakpoints: new BreakpointsPane(host),
      console: new ConsolePane(host, history),
      disassembly: new DisassemblyPane(host),
      registers: new RegistersPane(host),
      memory: new MemoryPane(host),
    };
    this.#left = new Promise(resolve => (this.#leave = resolve));
    this.#listen();
  }

  /** Settles when the user leaves. */
  get left(): Promise<void> {
    return this.#left;
  }

  get focus(): PaneId {
    return this.#focus;
  }

  handle(event: InputEvent): void {
    if (event.kind === 'mode') {
      if (event.mode === 2026 && event.isKnown) this.frames.synchronize();
      return;
    }
    if (event.kind === 'key') this.#key(event.chord, event.text);
    else if (event.kind === 'paste') this.#paste(event.text);
    else if (event.kind === 'click') this.#click(event.x, event.y);
    else this.#wheel(event.x, event.y, event.lines);
    this.frames.due();
  }

  evaluate(expression: string): void {
    this.#setFocus('console');
    if (expression === '') return;
    this.panes.console.paste(expression);
    this.panes.console.key('Enter', undefined);
  }

  search(text: string): void {
    const { source } = this.panes;
    this.host.show('source', true);
    const find = (pattern: string, from?: number): void => {
      if (!source.search(pattern, from)) this.host.say(`“${pattern}” is not in ${source.detail()}.`);
    };
    if (text !== '') return find(text);
    const begin = source.line - 1;
    this.host.ask({
      label: '/',
      changed: pattern => void (pattern !== '' && source.search(pattern, begin)),
      // What was typed is found already; nothing means the next.
      answer: pattern => (pattern === '' ? find('') : find(pattern, source.line - 1)),
    });
  }

  goToLine(text: string): void {
    const go = (answer: string): void => {
      const line = Number(answer.trim());
      if (Number.isInteger(line) && line > 0) this.panes.source.goToLine(line);
      else this.host.say(`${answer} is no number of a line.`);
    };
    this.host.show('source', true);
    if (text === '') this.host.ask({ label: 'line: ', answer: go });
    else go(text);
  }

  palette(): void {
    this.host.ask({
      label: ':',
      offers: text => this.#paletteOffers(text),
      answer: text => this.#command(text.trim()),
    });
  }

  help(): void {
    const pane = this.panes[this.#focus];
    this.#help = new HelpOverlay(this.#look, [
      { title: `In ${pane.name.toLowerCase()}`, keys: pane.keys },
      {
        title: 'Everywhere',
        keys: screenCommands
          .filter(({ keys }) => keys.length > 0)
          .map(({ keys, words }) => [keys.join(' '), words] as const),
      },
      {
        title: 'Panes',
        keys: [
          ['Tab S-Tab', 'the next pane, the one before'],
          ...paneIds.map((id, index) => [String(index + 1), this.panes[id].name.toLowerCase()] as const),
          ['mouse', 'click chooses, in the margin sets breakpoints; the wheel scrolls'],
        ],
      },
      {
        title: 'By name, after :',
        keys: screenCommands
          .filter(({ operand }) => operand !== undefined)
          .map(({ name, operand }) => [name, operand!] as const),
      },
    ]);
  }

  zoom(): void {
    this.#isAlone = !this.#isAlone;
  }

  setTheme(theme: ThemeName): void {
    this.#look = lookOf(theme, this.surroundings.hasUnicode);
    this.frames.due();
  }

  suspend(): void {
    this.frames.close();
    this.surroundings.terminal.suspend();
  }

  askToLeave(): void {
    const ours = this.model.startsAgain && isAlive(this.model.phase.get());
    if (!ours || this.#asksToLeave) return this.leaveNow();
    this.#asksToLeave = true;
    this.host.say('Press q again to leave: the program ends with the debugger.');
  }

  leaveNow(): void {
    this.#leave();
  }

  #makeHost(): PaneHost {
    const { model, syntaxOf } = this.surroundings;
    const look = (): Look => this.#look;
    return {
      model,
      get look() {
        return look();
      },
      redraw: () => this.frames.due(),
      show: (pane, focus) => this.#show(pane, focus),
      ask: question => this.#ask(question),
      showMemory: (reference, label) => {
        this.#show('memory', true);
        this.panes.memory.goTo(reference, label);
      },
      say: text => model.say(text),
      syntaxOf,
      functions: text => functionNames(model, text, syntaxOf),
    };
  }

  #listen(): void {
    const { model } = this;
    const { threads, frame, breakpoints, sources, watches } = model;
    const due = (): void => this.frames.due();
    for (const store of [
      model.capabilities,
      model.info,
      model.notice,
      threads.list,
      threads.selected,
      frame.inline,
    ])
      store.subscribe(due);
    for (const store of [
      breakpoints.outcomes,
      breakpoints.others,
      breakpoints.book.content,
      frame.hex,
      model.changes,
    ])
      store.subscribe(due);
    for (const store of [sources.open, sources.active, sources.reveal, watches.expressions])
      store.subscribe(due);
    frame.selection.subscribe(() => this.#followFrame());
    model.phase.subscribe(() => this.#phaseChanged());
    model.waitsForInput.subscribe(() => this.#inputWanted());
  }

  /** The source of the frame comes to the front, or its instructions where it has none. */
  #followFrame(): void {
    const frame = this.model.frame.selection.get()?.frame;
    this.frames.due();
    if (frame === undefined) return;
    const { source, line } = frame;
    const hasText = source?.path !== undefined || (source?.sourceReference ?? 0) > 0;
    if (source !== undefined && hasText) {
      void this.model.sources.show(source, line);
      if (this.#focus !== 'disassembly') this.#show('source', false);
    } else if (this.panes.disassembly.isThere()) this.#show('disassembly', false);
  }

  #phaseChanged(): void {
    const phase = this.model.phase.get();
    this.frames.due();
    if (phase.kind === 'failed') {
      for (const text of phase.why.split('\n')) this.model.log.add({ kind: 'problem', stream: '', text });
      this.#show('console', false);
    }
    if (phase.kind === 'ended' && phase.next !== undefined)
      this.model.log.add({ kind: 'problem', stream: '', text: phase.next });
    if (phase.kind === 'stopped' && phase.stop.number !== this.#stop) {
      this.#stop = phase.stop.number;
      this.#giveFocusBack();
    }
  }

  /** A program that asks gets the keys, until it stops or has its answer. */
  #inputWanted(): void {
    this.frames.due();
    if (!this.model.waitsForInput.get() || this.#focus === 'console') return;
    this.#focusBeforeInput = this.#focus;
    this.#setFocus('console');
  }

  #giveFocusBack(): void {
    const before = this.#focusBeforeInput;
    this.#focusBeforeInput = undefined;
    if (before !== undefined && this.#focus === 'console') this.#setFocus(before);
  }

  #show(pane: PaneId, focus: boolean): void {
    this.#recent = [...this.#recent.filter(id => id !== pane), pane];
    if (focus) this.#setFocus(pane);
    else if (
      this.#area(this.#focus) === this.#area(pane) &&
      this.#area(pane) !== undefined &&
      this.#focus !== pane
    )
      // What is behind another has no keys.
      this.#focus = this.#isAlone ? this.#focus : pane;
    this.frames.due();
  }

  #setFocus(pane: PaneId): void {
    if (!this.panes[pane].isThere()) return this.host.say(`This program offers no ${pane}.`);
    this.#focus = pane;
    this.#recent = [...this.#recent.filter(id => id !== pane), pane];
    this.frames.due();
  }

  #area(pane: PaneId): Area | undefined {
    return this.#areas.find(({ panes }) => panes.includes(pane));
  }

  /** The pane of an area that was brought to the front last. */
  #front({ panes }: Area): PaneId {
    return panes.reduce((front, pane) =>
      this.#recent.lastIndexOf(pane) > this.#recent.lastIndexOf(front) ? pane : front,
    );
  }

  #ask(question: Question): void {
    this.#question = { question, line: new QuestionLine(question, () => this.frames.due()) };
    this.frames.due();
  }

  #key(chord: string, text: string | undefined): void {
    if (chord !== 'q') this.#asksToLeave = false;
    // Whoever goes on has read it.
    const notice = this.model.notice.get();
    if (notice !== undefined) this.model.notice.set(undefined);
    if (notice !== undefined && chord === 'Escape') return;
    if (this.#help !== undefined) {
      if (!this.#help.key(chord)) this.#help = undefined;
      return;
    }
    if (this.#question !== undefined) return this.#answerKey(chord, text);
    const pane = this.panes[this.#focus];
    if (chord === 'Escape') return this.#escape();
    // In a line every letter is a letter.
    const types = this.#focus === 'console';
    if (chord === 'C-c' || chord === 'C-z' || chord === 'C-l') return void commandOf(chord)?.run(this, '');
    if (pane.key(chord, text)) return;
    if (chord === 'Tab' || chord === 'S-Tab') return this.#turn(chord === 'Tab' ? 1 : -1);
    const [, digit] = /^(?:M-)?([1-9])$/.exec(chord) ?? [];
    if (digit !== undefined && (!types || chord.length > 1))
      return this.#setFocus(paneIds[Number(digit) - 1]!);
    const command = commandOf(chord);
    if (command !== undefined) void this.#run(() => command.run(this, ''));
  }

  #escape(): void {
    if (this.#isAlone) this.#isAlone = false;
    else if (this.#focus !== 'source') this.#setFocus('source');
  }

  async #run(work: () => void | Promise<void>): Promise<void> {
    await this.model.attempt(async () => work());
    this.frames.due();
  }

  #answerKey(chord: string, text: string | undefined): void {
    const { question, line } = this.#question!;
    const state = line.key(chord, text);
    if (state === 'open') return;
    this.#question = undefined;
    if (state === 'answered') void this.#run(() => question.answer(line.text));
  }

  #turn(step: number): void {
    const visible = this.#areas.map(area => this.#front(area));
    const at = visible.indexOf(this.#focus);
    if (this.#isAlone) {
      const there = paneIds.filter(id => this.panes[id].isThere());
      return this.#setFocus(there[(there.indexOf(this.#focus) + step + there.length) % there.length]!);
    }
    this.#setFocus(visible[(at + step + visible.length) % visible.length]!);
  }

  #paste(text: string): void {
    if (this.#question !== undefined) return this.#question.line.paste(text);
    // Pasted text is never a row of commands.
    if (this.#focus !== 'console') this.#setFocus('console');
    this.panes.console.paste(text);
  }

  #click(x: number, y: number): void {
    this.#help = undefined;
    if (this.#question !== undefined) return;
    const tab = this.#tabs.find(each => each.y === y && x >= each.x && x < each.x + each.width);
    if (tab !== undefined) return this.#show(tab.pane, true);
    const area = this.#areas.find(each => isInside(each, x, y));
    if (area === undefined) return;
    const pane = this.#front(area);
    this.#setFocus(pane);
    if (y > area.y) this.panes[pane].click(x - area.x, y - area.y - 1);
  }

  #wheel(x: number, y: number, lines: number): void {
    const area = this.#areas.find(each => isInside(each, x, y));
    if (area !== undefined) this.panes[this.#front(area)].wheel(lines);
  }

  #paletteOffers(text: string): Promise<readonly string[]> {
    const [name = '', ...rest] = text.split(' ');
    if (rest.length > 0) {
      if (name !== 'break') return Promise.resolve([]);
      return this.host.functions(rest.join(' ')).then(names => names.map(each => `break ${each}`));
    }
    const fitting = screenCommands
      .filter(command => command.name.startsWith(name))
      .map(command => command.name);
    return Promise.resolve(text === '' ? [] : fitting);
  }

  async #command(text: string): Promise<void> {
    if (/^\d+$/.test(text)) return this.goToLine(text);
    const [, name = '', operand = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
    if (name === '') return;
    const exact = screenCommands.find(command => command.name === name || command.keys.includes(name));
    const fitting = screenCommands.filter(command => command.name.startsWith(name));
    const command = exact ?? (fitting.length === 1 ? fitting[0] : undefined);
    if (command !== undefined) return command.run(this, operand.trim());
    const could = fitting.map(each => each.name).join(', ');
    this.host.say(
      could === '' ? `There is no command “${name}”. ? lists them.` : `“${name}” could be ${could}.`,
    );
  }

  #draw(grid: Grid): Caret | undefined {
    const { columns, rows } = grid;
    const whole = new Canvas(grid, 0, 0, columns, rows);
    if (columns < 20 || rows < 4) {
      whole.text(0, 0, 'Too small', this.#look.style('error'));
      return undefined;
    }
    const alone = this.#isAlone || isTiny(columns, rows) ? this.#focus : undefined;
    this.#areas = layout(columns, rows, id => this.panes[id].isThere(), alone);
    this.#tabs = [];
    let caret: Caret | undefined;
    for (const area of this.#areas) caret = this.#drawArea(grid, area) ?? caret;
    drawStatus(whole.part(0, rows - 1, columns, 1), this.#look, this.model);
    if (this.#help !== undefined) {
      this.#help.draw(whole.part(0, 0, columns, rows));
      return undefined;
    }
    return this.#question === undefined ? caret : this.#question.line.draw(whole, this.#look);
  }

  #drawArea(grid: Grid, area: Area): Caret | undefined {
    const front = this.#front(area);
    const isFocused = front === this.#focus && this.#question === undefined;
    const canvas = new Canvas(grid, area.x, area.y, area.width, area.height);
    this.#tabs.push(
      ...drawTitle(canvas.part(0, 0, area.width, 1), this.#look, area, this.panes, front, isFocused),
    );
    if (area.x > 0)
      for (let y = area.y; y < area.y + area.height; y++)
        grid.put(area.x - 1, y, this.#look.glyphs.vertical, this.#look.style('border'));
    const pane: Pane = this.panes[front];
    const body = canvas.part(0, 1, area.width, area.height - 1);
    if (body.height <= 0) return undefined;
    pane.draw(body, isFocused);
    if (!isFocused || pane.caret === undefined) return undefined;
    return { x: body.x + pane.caret.x, y: body.y + pane.caret.y };
  }
}
