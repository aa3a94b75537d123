// The value under the pointer, evaluated in the frame that is looked at; one with members can be opened on the spot.
import { useEffect, useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Openness, type ShownVariable, ValueTree } from '@sonde/client';
import { PageProvider } from '../page/page-provider.js';
import { rowHeight, useModel, useStore, ValueRows } from '@sonde/panels';
import type { PageState } from '../page/page-state.js';
import type { AskHover } from './hover.js';

/** More rows are scrolled to. */
const mostRows = 12;

export const hoverIn =
  (page: PageState): AskHover =>
  async expression => {
    const { model } = page;
    const frame = model.frame.selection.get()?.frame;
    if (frame === undefined || model.phase.get().kind !== 'stopped') return undefined;
    try {
      const { result, ...details } = await model.client.request('evaluate', {
        expression,
        frameId: frame.id,
        context: 'hover',
      });
      const { type, variablesReference } = details;
      const variable = { ...details, name: expression, value: result } as ShownVariable;
      return {
        text: result,
        ...(type === undefined ? {} : { type }),
        ...(variablesReference > 0 ? { open: openIn(page, variable) } : {}),
      };
    } catch {
      // A word that is no value is no reason to say anything.
      return undefined;
    }
  };

const openIn =
  (page: PageState, variable: ShownVariable) =>
  (element: HTMLElement, resized: () => void): (() => void) => {
    const root = createRoot(element);
    root.render(
      <PageProvider page={page}>
        <HoverTree variable={variable} resized={resized} />
      </PageProvider>,
    );
    // The editor may take it away while it draws.
    return () => setTimeout(() => root.unmount());
  };

interface HoverTreeProps {
  readonly variable: ShownVariable;
  readonly resized: () => void;
}

function HoverTree({ variable, resized }: HoverTreeProps): ReactNode {
  const model = useModel();
  const tree = useMemo(() => {
    const made = new ValueTree(model.frame.fetchChildren);
    void made.show([{ key: variable.name, kind: 'value', variable }], new Openness(), undefined);
    return made;
  }, [model, variable]);
  useStore(tree.version);
  const rows = Math.min(mostRows, Math.max(1, tree.rowCount));
  useEffect(() => resized(), [rows, resized]);
  return (
    <div className="hover-tree" style={{ height: rows * rowHeight }}>
      <ValueRows tree={tree} label={`Value of ${variable.name}`} empty="" />
    </div>
  );
}
