// Values of the interpreter as the debugger shows them.

import { floatText } from '../../toolchain/float-text.js';
import { shortName } from '../../toolchain/syntax/token-cursor.js';
import { keysInOrder, type Value } from './values.js';

/** Undefined for what is shown by an address or a number of its own. */
export function shown(value: Value): string | undefined {
  if (value === undefined) return '0';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return floatText(value);
  if (typeof value !== 'object') return String(value);
  switch (value.kind) {
    case 'result':
      return value.ok ? wrapped('Success', [value.value]) : `Error(${value.message})`;
    case 'record': {
      const parts = value.fields.map(shown);
      if (parts.includes(undefined)) return undefined;
      if (parts.length === 0) return shortName(value.name);
      if (value.names.every((name, nth) => name === `_${nth}`))
        return `${shortName(value.name)}(${parts.join(', ')})`;
      const named = parts.map((part, nth) => `${value.names[nth]}: ${part}`).join(', ');
      return `${value.name === '' ? '' : `${shortName(value.name)} `}{ ${named} }`;
    }
    case 'list': {
      const parts = value.items.map(shown);
      return parts.includes(undefined) ? undefined : `[${parts.join(', ')}]`;
    }
    case 'map': {
      const parts = keysInOrder(value).map(key => `${shown(key)}: ${shown(value.entries.get(key))}`);
      return `{${parts.join(', ')}}`;
    }
    case 'closure':
      return `fn ${value.frame}`;
    default:
      return undefined;
  }
}

function wrapped(name: string, values: readonly Value[]): string | undefined {
  const parts = values.map(shown);
  return parts.includes(undefined) ? undefined : `${name}(${parts.join(', ')})`;
}
