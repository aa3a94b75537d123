// The screen: panes on a session, what keys and mouse do, and what is drawn over the panes.
import { functionNames, isAlive, type SessionModel, type Shelf, type Syntax } from '@sonde/client';
import type { InputEvent } from '../input/input-event.js';
import { lookOf, type Look, type ThemeName } from '../look/look.js';
import { paneOfKey, type Pane, type PaneHost, type PaneId, type Question } from '../panes/pane.js';
import { makePanes, type Panes } from '../panes/panes.js';
import { Canvas, type Grid } from '../terminal/grid.js';
import { clipboardWords, type Terminal } from '../terminal/terminal.js';
import { fitted } from '../terminal/width.js';
import { Arrangement } from './arrangement.js';
import { commandOf } from './command.js';
import { FrameLoop, type Caret } from './frame-loop.js';
import { keyHelp } from './key-help.js';
import type { Area } from './layout.js';
import { HelpOverlay, QuestionLine } from './overlay.js';
import { paletteOffers, runCommand } from './palette.js';
import { SessionFollower } from './session-follower.js';
import { drawNotice, drawStatus } from './status-line.js';
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
  readonly panes: Panes;
  readonly #arrangement: Arrangement;
  #look: Look;
  #tabs: TabPlace[] = [];
  #help: HelpOverlay | undefined;
  #question: { readonly question: Question; readonly line: QuestionLine } | undefined;
  #asksToLeave = false;
  readonly #left: Promise<void>;
  #leave!: () => void;

  constructor(private readonly surroundings: ScreenSurroundings) {
    const { model, terminal, theme, hasUnicode, history } = surroundings;
    this.model = model;
    this.#look = lookOf(theme, hasUnicode);
    this.frames = new FrameLoop(terminal, grid => this.#draw(grid));
    this.host = this.#makeHost();
    this.panes = makePanes(this.host, history);
    this.#arrangement = new Arrangement(this.panes);
    this.#left = new Promise(resolve => (this.#leave = resolve));
    new SessionFollower(this);
  }

  /** Settles when the user leaves. */
  get left(): Promise<void> {
    return this.#left;
  }

  get focus(): PaneId {
    return this.#arrangement.focus;
  }

  handle(event: InputEvent): void {
    if (event.kind === 'mode') {
      if (event.mode === 2026 && event.isKnown) this.frames.synchronize();
      return;
    }
    if (event.kind === 'key') this.#key(event.chord, event.text);
    else if (event.kind === 'paste') this.#paste(event.text);
    else if (event.kind === 'click') {
      // The others have meanings of their own to people, such as a menu or a paste.
      if (event.button === 'left') this.#click(event.x, event.y);
    } else this.#wheel(event.x, event.y, event.lines);
    this.frames.due();
  }

  evaluate(expression: string): void {
    this.#setFocus('console');
    if (expression !== '') this.panes.console.ask(expression);
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
      offers: text => paletteOffers(this.host, text),
      answer: text => runCommand(this, text.trim()),
    });
  }

  help(): void {
    this.#help = new HelpOverlay(this.#look, keyHelp(this.panes, this.focus));
  }

  /** Whether the terminal has taken it nobody tells: some do not know such words, or are told not to. */
  copy(): void {
    const pane: Pane = this.panes[this.focus];
    const text = pane.copied?.() ?? '';
    if (text === '') return this.host.say('There is nothing to copy here.');
    const words = clipboardWords(text);
    if (words === undefined) return this.host.say('This is too long for the clipboard of a terminal.');
    void this.surroundings.terminal.send(words);
    this.host.say(`Copied: ${fitted(text.trim(), 60)}`);
  }

  zoom(): void {
    this.#arrangement.zoom();
  }

  setTheme(theme: ThemeName): void {
    this.#look = lookOf(theme, this.surroundings.hasUnicode);
    this.frames.due();
  }

  /** A new stop: what came to the front only to be seen goes back. */
  endGlance(): void {
    this.#arrangement.endGlance();
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
      glance: pane => {
        this.#arrangement.glance(pane);
        this.frames.due();
      },
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

  #show(pane: PaneId, focus: boolean): void {
    if (focus) return this.#setFocus(pane);
    this.#arrangement.show(pane);
    this.frames.due();
  }

  #setFocus(pane: PaneId): void {
    if (!this.#arrangement.setFocus(pane)) return this.#sayIsNotThere(pane);
    this.frames.due();
  }

  #sayIsNotThere(pane: PaneId): void {
    this.host.say(`This program offers no ${pane}.`);
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
    if (chord === 'C-z' || chord === 'C-l') return void commandOf(chord)?.run(this, '');
    if (this.#help !== undefined) {
      if (!this.#help.key(chord)) this.#help = undefined;
      return;
    }
    if (this.#question !== undefined) return this.#answerKey(chord, text);
    const pane: Pane = this.panes[this.focus];
    if (chord === 'Escape') return this.#escape();
    if (chord === 'C-c') return void commandOf(chord)?.run(this, '');
    // In a line every letter is a letter.
    if (pane.key(chord, text)) return;
    if (chord === 'Tab' || chord === 'S-Tab')
      return this.#setFocus(this.#arrangement.neighbour(chord === 'Tab' ? 1 : -1));
    const wanted = paneOfKey(chord);
    if (wanted !== undefined) return this.#setFocus(wanted);
    const command = commandOf(chord);
    if (command !== undefined) void this.#run(() => command.run(this, ''));
  }

  #escape(): void {
    if (this.#arrangement.isAlone) this.#arrangement.zoom();
    else if (this.focus !== 'source') this.#setFocus('source');
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

  #paste(text: string): void {
    if (this.#question !== undefined) return this.#question.line.paste(text);
    // Pasted text is never a row of commands.
    if (this.focus !== 'console') this.#setFocus('console');
    this.panes.console.paste(text);
  }

  #click(x: number, y: number): void {
    this.#help = undefined;
    if (this.#question !== undefined) return;
    const tab = this.#tabs.find(each => each.y === y && x >= each.x && x < each.x + each.width);
    if (tab !== undefined) return this.#show(tab.pane, true);
    const area = this.#arrangement.areaAt(x, y);
    if (area === undefined) return;
    const pane = this.#arrangement.front(area);
    this.#setFocus(pane);
    if (y > area.y) this.panes[pane].click(x - area.x, y - area.y - 1);
  }

  #wheel(x: number, y: number, lines: number): void {
    const area = this.#arrangement.areaAt(x, y);
    if (area !== undefined) this.panes[this.#arrangement.front(area)].wheel(lines);
  }

  #draw(grid: Grid): Caret | undefined {
    const { columns, rows } = grid;
    const whole = new Canvas(grid, 0, 0, columns, rows);
    if (columns < 20 || rows < 4) {
      whole.text(0, 0, 'Too small', this.#look.style('error'));
      return undefined;
    }
    const lost = this.#arrangement.fit(columns, rows);
    if (lost !== undefined) this.#sayIsNotThere(lost);
    this.#tabs = [];
    let caret: Caret | undefined;
    for (const area of this.#arrangement.areas) caret = this.#drawArea(grid, area) ?? caret;
    if (!drawNotice(whole, this.#look, this.model))
      drawStatus(whole.part(0, rows - 1, columns, 1), this.#look, this.model, this.focus === 'console');
    if (this.#help !== undefined) {
      this.#help.draw(whole.part(0, 0, columns, rows));
      return undefined;
    }
    return this.#question === undefined ? caret : this.#question.line.draw(whole, this.#look);
  }

  #drawArea(grid: Grid, area: Area): Caret | undefined {
    const front = this.#arrangement.front(area);
    const isFocused = front === this.focus && this.#question === undefined;
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
