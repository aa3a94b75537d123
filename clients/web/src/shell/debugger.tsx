// The debugger: source, stack, values and the rest, in as many columns as there is room for.
import { useEffect, useState, type ReactNode } from 'react';
import { memoryTarget } from '../panels/memory/memory-target.js';
import { shownView } from '../panels/values/shown-view.js';
import { lowerTab } from '../page/lower-tab.js';
import { useModel } from '../page/page-context.js';
import { useStore } from '../ui/use-store.js';
import { useWidth } from '../ui/use-width.js';
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
    lowerTab.set('console');
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
