// A field of a dialog for a line of code, with what it is for.
import { useId, type ReactNode } from 'react';

export interface TextFieldProps {
  readonly label: string;
  readonly about: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly focused?: boolean;
}

export function TextField({ label, about, value, onChange, focused }: TextFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="code"
        value={value}
        autoFocus={focused}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-about`}
        onChange={event => onChange(event.target.value)}
      />
      <span id={`${id}-about`} className="field-about">
        {about}
      </span>
    </div>
  );
}
