// The debugger: source, stack, values and the rest, in as many columns as there is room for.
import { useEffect, useState, type ReactNode } from 'react';
import { frontView, memoryTarget, shownView, useModel, useStore, useWidth } from '@sonde/panels';
import { Messages } from './messages.js';
import { NarrowLayout, ThreeColumns, TwoColumns } from './layouts.js';
import { OpenFileDialog } from './open-file-dialog.js';
import { Toolbar } from './toolbar.js';

const layouts = { phone: NarrowLayout, tablet: TwoColumns, desk: ThreeColumns };

export function Debugger(): ReactNode {
  const model = useModel();
  const program = useStore(model.program);
  const [opening, setOpening] = useState(false);
  const Layout = layouts[useWidth()];

  // What was drawn of another program says nothing about this one.
  useEffect(() => {
    shownView.set(undefined);
    memoryTarget.set(undefined);
    frontView.set('console');
  }, [program]);

  return (
    <div className="debugger">
      <Toolbar />
      <Messages />
      <main className="work">
        <Layout onOpen={() => setOpening(true)} />
      </main>
      {opening && <OpenFileDialog onDone={() => setOpening(false)} />}
    </div>
  );
}
