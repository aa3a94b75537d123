// The attach options of a language as fields of a form, out of its schema.

import type { Language } from '@sonde/language';

export interface AttachOption {
  readonly name: string;
  readonly kind: 'number' | 'text';
  readonly required: boolean;
  /** What it is for, in a sentence. */
  readonly about: string;
}

/** Those that are one line each. */
export function attachOptionsOf({ engine, attach }: Language): readonly AttachOption[] {
  if (engine.attach === undefined || attach === undefined) return [];
  const { properties = {}, required = [] } = attach as {
    readonly properties?: Readonly<Record<string, { readonly type?: string; readonly description?: string }>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([name, { type, description = '' }]) => {
    const kind = type === 'integer' || type === 'number' ? 'number' : type === 'string' ? 'text' : undefined;
    return kind === undefined ? [] : [{ name, kind, required: required.includes(name), about: description }];
  });
}
