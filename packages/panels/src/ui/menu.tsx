// A small menu at a place: opened by the pointer or the keyboard, left by Escape.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly key?: string;
  readonly run: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

export function Menu({ label, items, x, y, onClose }: MenuProps): ReactNode {
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = menu.current;
    if (element === null) return;
    // Kept inside of the window.
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const elsewhere = (event: MouseEvent): void => {
      if (!element.contains(event.target as Node)) onClose();
    };
    document.addEventListener('mousedown', elsewhere);
    return () => document.removeEventListener('mousedown', elsewhere);
  }, [x, y, onClose]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (next === undefined) return;
    else buttons[(next + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={menu} className="menu" role="menu" aria-label={label} onKeyDown={onKeyDown}>
      {items.map(item => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          className="menu-item"
          tabIndex={-1}
          onClick={() => {
            onClose();
            item.run();
          }}
        >
          <span>{item.label}</span>
          {item.key !== undefined && <kbd>{item.key}</kbd>}
        </button>
      ))}
    </div>
  );
}
