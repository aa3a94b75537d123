// Sources in tabs: the text, breakpoints beside it, values in it.
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { closeHoverTooltips, EditorView } from '@codemirror/view';
import { sourceKey, type OpenSource } from '../model/source-shelf.js';
import { useModel, usePage } from '../page/page-context.js';
import { TabStrip } from '../ui/tab-strip.js';
import { useStore } from '../ui/use-store.js';
import { marksOf } from './breakpoint-marks.js';
import { stateFor } from './editor.js';
import { setMarks } from './gutter.js';
import { hoveredFrame } from './hovered-frame.js';
import { inlineValues } from './inline-values.js';
import { LineBreakpointDialog } from './line-breakpoint-dialog.js';
import { setLineMarks } from './line-marks.js';
import type { Syntax } from '../page/server-api.js';

export function SourcePane(): ReactNode {
  const model = useModel();
  const open = useStore(model.sources.open);
  const active = useStore(model.sources.active);
  const shown = open.find(({ key }) => key === active);
  const selection = useStore(model.frame.selection);
  const frame = selection?.frame;

  // The program leads, and a chosen frame too: their source comes to the front.
  useEffect(() => {
    if (frame?.source !== undefined) void model.sources.show(frame.source, frame.line);
  }, [model, frame]);

  return (
    <div className="source-pane">
      <TabStrip
        label="Sources"
        tabs={open.map(({ key, name, source }) => ({
          id: key,
          label: name,
          ...(source.path === undefined ? {} : { title: source.path }),
        }))}
        active={active}
        onChoose={key => model.sources.active.set(key)}
        onClose={key => model.sources.close(key)}
      />
      {shown === undefined ? (
        <NoSource />
      ) : shown.problem !== undefined ? (
        <div className="empty" role="alert">
          {shown.problem}
        </div>
      ) : shown.text === undefined ? (
        <div className="empty">Reading {shown.name}…</div>
      ) : (
        <Editor source={shown} text={shown.text} />
      )}
    </div>
  );
}

function NoSource(): ReactNode {
  const model = useModel();
  const frame = useStore(model.frame.selection)?.frame;
  return (
    <div className="empty">
      {frame === undefined
        ? 'No source is open.'
        : `There is no source for ${frame.name}: the disassembly shows its instructions.`}
    </div>
  );
}

function Editor({ source, text }: { readonly source: OpenSource; readonly text: string }): ReactNode {
  const model = useModel();
  const page = usePage();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [editing, setEditing] = useState<number | undefined>(undefined);
  const { path } = source.source;
  const key = source.key;
  const info = useStore(model.info);
  const syntax: Syntax | undefined = (
    page.languageOf(path ?? source.name) ?? page.languageNamed(info?.language)
  )?.syntax;

  const closeDialog = useCallback(() => {
    setEditing(undefined);
    view.current?.focus();
  }, []);

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const mayTouch = page.info.rights === 'full' && path !== undefined;
    const editor = new EditorView({
      parent,
      state: stateFor(text, source.name, syntax, {
        toggle: line => {
          if (mayTouch) void model.breakpoints.toggleLine(path, askedLine(model, path, line));
        },
        edit: line => {
          if (mayTouch) setEditing(askedLine(model, path, line));
        },
        ask: async expression => {
          const frame = model.frame.selection.get()?.frame;
          if (frame === undefined || model.phase.get().kind !== 'stopped') return undefined;
          try {
            const { result, type } = await model.client.request('evaluate', {
              expression,
              frameId: frame.id,
              context: 'hover',
            });
            return { text: result, ...(type === undefined ? {} : { type }) };
          } catch {
            // A word that is no value is no reason to say anything.
            return undefined;
          }
        },
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [model, page, key, path, text, source.name, syntax]);

  useEffect(() => {
    const draw = (): void => {
      const { others, outcomes, book } = model.breakpoints;
      const marks =
        path === undefined
          ? []
          : marksOf(book.linesOf(path), outcomes.get().lines[path] ?? [], others.get(), path);
      view.current?.dispatch({ effects: setMarks.of(marks) });
    };
    draw();
    const { content } = model.breakpoints.book;
    const stores = [model.breakpoints.others, model.breakpoints.outcomes, content];
    const stops = stores.map(store => store.subscribe(draw));
    return () => {
      for (const stop of stops) stop();
    };
  }, [model, key, path, text, syntax]);

  useEffect(() => {
    const lines = text.split('\n');
    const draw = (): void => {
      const selection = model.frame.selection.get();
      const top = model.threads.list
        .get()
        .find(({ id }) => id === selection?.threadId)
        ?.stack?.frames.find(({ presentationHint }) => presentationHint !== 'label');
      const isHere = (frame: typeof top): boolean =>
        frame?.source !== undefined && sourceKey(frame.source) === key;
      const stopped = model.phase.get().kind === 'stopped';
      const current = stopped && isHere(top) ? top?.line : undefined;
      const looked = hoveredFrame.get() ?? selection?.frame;
      const inline = model.frame.inline.get();
      view.current?.dispatch({
        effects: setLineMarks.of({
          ...(current === undefined ? {} : { current }),
          ...(stopped && isHere(looked) ? { looked: looked!.line } : {}),
          values:
            stopped && inline !== undefined && isHere(inline.frame)
              ? inlineValues({
                  lines,
                  current: inline.frame.line,
                  functionName: inline.frame.name,
                  variables: inline.variables,
                  ...(inline.from === undefined ? {} : { from: inline.from }),
                })
              : [],
        }),
      });
    };
    draw();
    const stores = [model.phase, model.frame.selection, model.frame.inline, model.threads.list, hoveredFrame];
    const stops = stores.map(store => store.subscribe(draw));
    return () => {
      for (const stop of stops) stop();
    };
  }, [model, key, text, syntax]);

  useEffect(() => {
    // A value in a tip is that of the moment.
    const close = (): void => view.current?.dispatch({ effects: closeHoverTooltips });
    const stops = [model.phase, model.frame.inline, model.changes].map(store => store.subscribe(close));
    return () => {
      for (const stop of stops) stop();
    };
  }, [model, key]);

  const reveal = useStore(model.sources.reveal);
  useEffect(() => {
    const editor = view.current;
    if (reveal?.key !== key || editor === null) return;
    const { doc } = editor.state;
    const { from } = doc.line(Math.max(1, Math.min(reveal.line, doc.lines)));
    const isInView = isWellInside(editor, from);
    editor.dispatch({
      selection: { anchor: from },
      ...(isInView ? {} : { effects: EditorView.scrollIntoView(from, { y: 'center' }) }),
    });
  }, [reveal, key, text, syntax]);

  return (
    <div className="source-editor">
      <div ref={host} className="source-host" />
      {editing !== undefined && path !== undefined && (
        <LineBreakpointDialog path={path} line={editing} onDone={closeDialog} />
      )}
    </div>
  );
}

/** The line under which the breakpoint that is drawn on a line is known. */
function askedLine(model: ReturnType<typeof useModel>, path: string, line: number): number {
  const { outcomes, book } = model.breakpoints;
  const drawn = marksOf(book.linesOf(path), outcomes.get().lines[path] ?? [], [], path);
  return drawn.find(mark => mark.line === line)?.asked ?? line;
}

/** A step to a line in view must not move the text. */
function isWellInside(editor: EditorView, position: number): boolean {
  const { top, bottom } = editor.scrollDOM.getBoundingClientRect();
  const place = editor.coordsAtPos(position);
  if (place === null) return false;
  const margin = Math.min(60, (bottom - top) / 6);
  return place.top > top + margin && place.bottom < bottom - margin;
}
