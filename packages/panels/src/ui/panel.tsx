// A titled part of the page.
import type { ReactNode } from 'react';

export interface PanelFrameProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export const PanelFrame = ({ title, actions, children, className }: PanelFrameProps): ReactNode => (
  <section className={`panel ${className ?? ''}`} aria-label={title}>
    <header className="panel-head">
      <h2>{title}</h2>
      <div className="panel-actions">{actions}</div>
    </header>
    <div className="panel-body">{children}</div>
  </section>
);
