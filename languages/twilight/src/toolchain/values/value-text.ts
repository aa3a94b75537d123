// A value in one line, as the variables of a debugger show it: for events, results and changes of storage.

import { isPositional } from './json.js';
import type { TwilightValue } from './value.js';

export function valueText(value: TwilightValue): string {
  switch (value.kind) {
    case 'unit':
      return '()';
    case 'bool':
    case 'int':
      return String(value.value);
    case 'bytes':
      return `0x${Buffer.from(value.bytes).toString('hex')}`;
    case 'string':
      return JSON.stringify(value.text);
    case 'product':
      return isPositional(value.fields) ? `(${positional(value.fields)})` : `{${named(value.fields)}}`;
    case 'variant':
      if (value.fields.length === 0) return value.name;
      return isPositional(value.fields)
        ? `${value.name}(${positional(value.fields)})`
        : `${value.name} {${named(value.fields)}}`;
    case 'list':
      return `[${[...value.items.map(valueText), ...rest(value.left)].join(', ')}]`;
    case 'map': {
      const entries = value.entries.map(({ key, value: held }) => `${valueText(key)}: ${valueText(held)}`);
      return `{${[...entries, ...rest(value.left)].join(', ')}}`;
    }
    case 'unreadable':
      return `<${value.reason}>`;
  }
}

type Fields = Extract<TwilightValue, { kind: 'product' }>['fields'];

const positional = (fields: Fields): string => fields.map(field => valueText(field.value)).join(', ');

const named = (fields: Fields): string =>
  fields.map(({ name, value }) => `${name}: ${valueText(value)}`).join(', ');

const rest = (left = 0): readonly string[] => (left > 0 ? ['…'] : []);
