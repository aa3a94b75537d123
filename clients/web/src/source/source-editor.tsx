// One source in an editor: breakpoints beside it, values in it, and what can be done on its lines.
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { closeHoverTooltips, EditorView } from '@codemirror/view';
import {
  sourceKey,
  marksOf,
  inlineValues,
  type OpenSource,
  type SessionModel,
  type Syntax,
} from '@sonde/client';
import type { StackFrame } from '@sonde/dap';
import { usePage } from '../page/page-context.js';
import { Menu, useModel, useStore } from '@sonde/panels';
import type { PageState } from '../page/page-state.js';
import { stateFor } from './editor.js';
import { setMarks } from './gutter.js';
import type { AskHover } from './hover.js';
import { hoveredFrame } from './hovered-frame.js';
import { LineBreakpointDialog } from './line-breakpoint-dialog.js';
import { askedLine, lineActions, toggleDot, type PlaceOfMenu } from './line-actions.js';
import { setLineMarks } from './line-marks.js';

export interface SourceEditorProps {
  readonly source: OpenSource;
  readonly text: string;
  readonly hover: (page: PageState) => AskHover;
}

export function SourceEditor({ source, text, hover }: SourceEditorProps): ReactNode {
  const model = useModel();
  const page = usePage();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [editing, setEditing] = useState<number | undefined>(undefined);
  const [menu, setMenu] = useState<PlaceOfMenu | undefined>(undefined);
  const { path } = source.source;
  const mayTouch = page.info.rights === 'full';
  const key = source.key;
  const info = useStore(model.info);
  const syntax: Syntax | undefined = (
    page.languageOf(path ?? source.name) ?? page.languageNamed(info?.language)
  )?.syntax;

  const closeDialog = useCallback(() => {
    setEditing(undefined);
    view.current?.focus();
  }, []);

  const closeMenu = useCallback(() => {
    setMenu(undefined);
    view.current?.focus();
  }, []);

  const opened = source.source;
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const editor = new EditorView({
      parent,
      state: stateFor(text, source.name, syntax, {
        toggle: line => {
          if (mayTouch && path !== undefined) void toggleDot(model, path, line);
        },
        edit: line => {
          if (mayTouch && path !== undefined) setEditing(askedLine(model, path, line));
        },
        runTo: line => {
          if (mayTouch && path !== undefined) void model.motions.runTo(path, line);
        },
        jumpTo: line => {
          if (mayTouch && model.can('supportsGotoTargetsRequest')) void model.motions.jumpTo(opened, line);
        },
        menu: setMenu,
        ask: hover(page),
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [model, page, key, path, opened, mayTouch, text, source.name, syntax, hover]);

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
      const { top, crash } = placesOf(model);
      const isHere = (frame: StackFrame | undefined): boolean =>
        frame?.source !== undefined && sourceKey(frame.source) === key;
      const stopped = model.phase.get().kind === 'stopped';
      const current = stopped && isHere(top) ? top?.line : undefined;
      const looked = hoveredFrame.get() ?? selection?.frame;
      const inline = model.frame.inline.get();
      view.current?.dispatch({
        effects: setLineMarks.of({
          ...(current === undefined ? {} : { current }),
          ...(stopped && isHere(looked) ? { looked: looked!.line } : {}),
          ...(crash !== undefined && isHere(crash.frame)
            ? { crash: { line: crash.frame.line, text: crash.text } }
            : {}),
          values:
            stopped && inline !== undefined && isHere(inline.frame)
              ? inlineValues({
                  lines,
                  current: inline.frame.line,
                  functionName: inline.frame.name,
                  variables: inline.variables,
                  ...(path === undefined ? {} : { path }),
                  ...(syntax === undefined ? {} : { syntax }),
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
  }, [model, key, path, text, syntax]);

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

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    let height = editor.scrollDOM.clientHeight;
    // Where another view takes some of the room, the line that was looked at stays in view.
    const observer = new ResizeObserver(() => {
      const before = height;
      height = editor.scrollDOM.clientHeight;
      const { head } = editor.state.selection.main;
      const place = editor.coordsAtPos(head);
      const bottom = (place?.bottom ?? Infinity) - editor.scrollDOM.getBoundingClientRect().top;
      if (bottom > 0 && bottom <= before && bottom > height)
        editor.dispatch({ effects: EditorView.scrollIntoView(head, { y: 'center' }) });
    });
    observer.observe(editor.scrollDOM);
    return () => observer.disconnect();
  }, [key, text, syntax]);

  return (
    <div className="source-editor">
      <div ref={host} className="source-host" />
      {editing !== undefined && path !== undefined && (
        <LineBreakpointDialog path={path} line={editing} onDone={closeDialog} />
      )}
      {menu !== undefined && mayTouch && (
        <Menu
          label={`What can be done on line ${menu.line}`}
          items={lineActions(model, opened, menu, line => setEditing(line))}
          x={menu.x}
          y={menu.y}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

/** Where the program goes on, and where it was that it crashed: of its own code the innermost line. */
function placesOf(model: SessionModel): {
  readonly top: StackFrame | undefined;
  readonly crash: { readonly frame: StackFrame; readonly text: string } | undefined;
} {
  const phase = model.phase.get();
  const selection = model.frame.selection.get();
  const frames = (
    model.threads.list.get().find(({ id }) => id === selection?.threadId)?.stack?.frames ?? []
  ).filter(({ presentationHint }) => presentationHint !== 'label');
  const own = frames.find(
    ({ source, presentationHint }) => source !== undefined && presentationHint !== 'subtle',
  );
  const isCrash = phase.kind === 'stopped' && phase.stop.reason === 'exception';
  const isOfThread = phase.kind === 'stopped' && phase.stop.threadId === selection?.threadId;
  if (!isCrash || !isOfThread || own === undefined) return { top: frames[0], crash: undefined };
  const { description, text } = phase.stop;
  return { top: frames[0], crash: { frame: own, text: text ?? description ?? 'It crashed here' } };
}

/** A step to a line in view must not move the text. */
function isWellInside(editor: EditorView, position: number): boolean {
  const { top, bottom } = editor.scrollDOM.getBoundingClientRect();
  const place = editor.coordsAtPos(position);
  if (place === null) return false;
  const margin = Math.min(60, (bottom - top) / 6);
  return place.top > top + margin && place.bottom < bottom - margin;
}
