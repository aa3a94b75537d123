// The line in which an expression is typed: with history and completions.
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useModel, useStore } from '@sonde/panels';
import {
  askConsole,
  isWorthAsking,
  offersOf,
  withOffer,
  type Offer,
  type CommandHistory,
} from '@sonde/client';

interface Popup {
  readonly offers: readonly Offer[];
  /** Which is chosen; -1 for none yet. */
  readonly active: number;
}

const nothing: Popup = { offers: [], active: -1 };

export function ConsoleInput({ history }: { readonly history: CommandHistory }): ReactNode {
  const model = useModel();
  const phase = useStore(model.phase);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [popup, setPopup] = useState(nothing);
  const asked = useRef(0);
  /** Where the caret goes when the text was changed by us. */
  const caret = useRef<{ readonly from: number; readonly to: number } | undefined>(undefined);

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current.from, caret.current.to);
    caret.current = undefined;
  });

  const close = (): void => {
    asked.current++;
    setPopup(nothing);
  };

  const put = (line: string, from = line.length, to = from): void => {
    caret.current = { from, to };
    setText(line);
    close();
  };

  const complete = async (line: string, column: number): Promise<void> => {
    const number = ++asked.current;
    const frameId = model.frame.selection.get()?.frame.id;
    if (frameId === undefined || !model.can('supportsCompletionsRequest')) return setPopup(nothing);
    try {
      const request = { text: line, column: column + 1, frameId };
      const { targets } = await model.client.request('completions', request);
      if (number === asked.current) setPopup({ offers: offersOf(targets, line, column), active: -1 });
    } catch {
      // No completions is an answer too; the question itself will say what is wrong.
      if (number === asked.current) setPopup(nothing);
    }
  };

  const typed = (line: string, column: number): void => {
    setText(line);
    history.typed();
    const triggers = model.capabilities.get().completionTriggerCharacters ?? [];
    if (isWorthAsking(line, column, triggers)) void complete(line, column);
    else close();
  };

  const take = (offer: Offer | undefined): void => {
    if (offer === undefined) return;
    const result = withOffer(text, offer);
    put(result.line, result.from, result.to);
    history.typed();
  };

  const submit = (): void => {
    const line = text.trim();
    close();
    if (line === '') return;
    history.add(line);
    setText('');
    void askConsole(model, line);
  };

  const recall = (entry: string | undefined): void => {
    if (entry !== undefined) put(entry);
  };

  const move = (by: 1 | -1): void =>
    setPopup(({ offers, active }) => ({
      offers,
      active: active < 0 ? (by > 0 ? 0 : offers.length - 1) : (active + by + offers.length) % offers.length,
    }));

  const handle = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const isOpen = popup.offers.length > 0;
    const { key, ctrlKey, altKey, shiftKey } = event;
    if (key === ' ' && ctrlKey) {
      void complete(text, event.currentTarget.selectionStart ?? text.length);
      return true;
    }
    if (ctrlKey || altKey) return false;
    switch (key) {
      case 'ArrowUp':
        if (isOpen) move(-1);
        else recall(history.previous(text));
        return true;
      case 'ArrowDown':
        if (isOpen) move(1);
        else recall(history.next());
        return true;
      case 'Tab':
        if (!isOpen || shiftKey) return false;
        take(popup.offers[Math.max(0, popup.active)]);
        return true;
      case 'Enter':
        // Who chose nothing from the list wants an answer to what was typed.
        if (isOpen && popup.active >= 0) take(popup.offers[popup.active]);
        else submit();
        return true;
      case 'Escape':
        if (isOpen) close();
        else if (text !== '') put('');
        else return false;
        return true;
      default:
        return false;
    }
  };

  const isOpen = popup.offers.length > 0;
  return (
    <div className="console-input">
      <span className="log-label" aria-hidden="true">
        &gt;
      </span>
      <input
        ref={field}
        className="code"
        role="combobox"
        aria-label="Expression to evaluate"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}list`}
        aria-activedescendant={isOpen && popup.active >= 0 ? `${id}${popup.active}` : undefined}
        placeholder={
          phase.kind === 'stopped' ? 'Evaluate an expression' : 'Evaluate when the program is stopped'
        }
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={event =>
          typed(event.target.value, event.target.selectionStart ?? event.target.value.length)
        }
        onKeyDown={event => {
          if (handle(event)) event.preventDefault();
        }}
        onBlur={close}
      />
      <Offers id={id} popup={popup} onTake={take} />
    </div>
  );
}

interface OffersProps {
  readonly id: string;
  readonly popup: Popup;
  readonly onTake: (offer: Offer) => void;
}

function Offers({ id, popup, onTake }: OffersProps): ReactNode {
  const { offers, active } = popup;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={`${id}list`}
      role="listbox"
      aria-label="Completions"
      className="completions"
      hidden={offers.length === 0}
    >
      {offers.map((offer, index) => (
        <div
          key={`${index} ${offer.text}`}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === active}
          className={index === active ? 'completion is-active' : 'completion'}
          // Before the field loses the focus.
          onMouseDown={event => {
            event.preventDefault();
            onTake(offer);
          }}
        >
          <span className="completion-label">{offer.item.label}</span>
          <span className="completion-kind">{offer.item.detail ?? offer.item.type ?? ''}</span>
        </div>
      ))}
    </div>
  );
}
