// Scopes and variables of the frame that is looked at.
import type { ReactNode } from 'react';
import { PanelFrame, useModel, useStore, ValueRows } from '@sonde/panels';

export function VariablesPanel(): ReactNode {
  const model = useModel();
  const hex = useStore(model.frame.hex);
  const { kind } = useStore(model.phase);
  return (
    <PanelFrame
      title="Variables"
      className={kind === 'running' ? 'is-waiting' : ''}
      actions={
        model.can('supportsValueFormattingOptions') && (
          <button
            type="button"
            className="text-button"
            aria-pressed={hex}
            title="Numbers in hexadecimal"
            onClick={() => void model.frame.setHex(!hex)}
          >
            0x
          </button>
        )
      }
    >
      <ValueRows
        tree={model.frame.tree}
        label="Variables"
        empty={kind === 'running' ? 'The program runs.' : 'Variables are shown while the program is stopped.'}
      />
    </PanelFrame>
  );
}
