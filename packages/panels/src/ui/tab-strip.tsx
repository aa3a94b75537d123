// Tabs: chosen by click or arrow keys, closed by a button or Delete.
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from './icon.js';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly title?: string;
  /** Something to notice, in a word. */
  readonly badge?: string;
}

export interface TabStripProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly active: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onClose?: (id: string) => void;
  /** The element that the tabs switch. */
  readonly controls?: string;
  /** What else stands in the strip. */
  readonly actions?: ReactNode;
}

export function TabStrip(props: TabStripProps): ReactNode {
  const { label, tabs, active, onChoose, onClose, controls, actions } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const index = tabs.findIndex(({ id }) => id === active);
    if (event.key === 'Delete' && active !== undefined) return onClose?.(active);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs[(next + tabs.length) % tabs.length];
    if (tab === undefined) return;
    event.preventDefault();
    onChoose(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.id)}"]`)?.focus();
  };
  if (tabs.length === 0)
    return (
      <div className="tab-strip">
        <span className="spread" />
        {actions}
      </div>
    );
  return (
    <div className="tab-strip">
      <div role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text, title, badge }) => (
          <button
            key={id}
            type="button"
            role="tab"
            data-tab={id}
            className="tab"
            aria-selected={id === active}
            aria-controls={id === active ? controls : undefined}
            tabIndex={id === active ? 0 : -1}
            title={title}
            onClick={() => onChoose(id)}
            onAuxClick={event => event.button === 1 && onClose?.(id)}
          >
            {text}
            {badge !== undefined && <span className="badge">{badge}</span>}
          </button>
        ))}
      </div>
      {actions}
      {onClose !== undefined && active !== undefined && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Close ${tabs.find(({ id }) => id === active)?.label ?? 'this tab'}`}
          title="Close this tab"
          onClick={() => onClose(active)}
        >
          <Icon shape="close" />
        </button>
      )}
    </div>
  );
}
