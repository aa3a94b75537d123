// A button that is an icon: its name is in its label and its title.
import type { ReactNode } from 'react';
import { Icon, type IconShape } from './icon.js';

export interface IconButtonProps {
  readonly shape: IconShape;
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** The key that does the same. */
  readonly hint?: string;
  /** More than the label says, for the pointer. */
  readonly about?: string;
}

export const IconButton = (props: IconButtonProps): ReactNode => (
  <button
    type="button"
    className="icon-button"
    aria-label={props.label}
    title={props.about ?? (props.hint === undefined ? props.label : `${props.label} (${props.hint})`)}
    aria-pressed={props.pressed}
    aria-keyshortcuts={props.hint}
    disabled={props.disabled}
    onClick={props.onClick}
  >
    <Icon shape={props.shape} />
  </button>
);
