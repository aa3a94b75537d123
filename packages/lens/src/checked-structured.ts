// Structured views of renderers looked at before they are believed, and cut to what clients are promised at most.

import type { StructuredView } from './view.js';
import { viewLimits } from './structured/look.js';

type Fields = Readonly<Record<string, unknown>>;

/** A structured view as it should be, or a TypeError that says what is wrong with it. */
export function checkedStructured(given: unknown): StructuredView {
  const view = fieldsOf(given, 'view');
  switch (view['kind']) {
    case 'table':
      return checkedTable(view);
    case 'graph':
      return checkedGraph(view);
    case 'hex':
      return checkedHex(view);
    case 'result': {
      const { ok } = view;
      if (typeof ok !== 'boolean') throw new TypeError('its structured result is neither good nor bad');
      return { kind: 'result', ok, label: textOf(view['label']), text: textOf(view['text']) };
    }
    case 'record': {
      const fields = listOf(view['fields']).slice(0, viewLimits.fields);
      return {
        kind: 'record',
        fields: fields.map(field => {
          const { name, text } = fieldsOf(field, 'field');
          return { name: textOf(name), text: textOf(text) };
        }),
      };
    }
    default:
      throw new TypeError('its structured view is of no known kind');
  }
}

function checkedTable(view: Fields): StructuredView {
  const columns = listOf(view['columns'])
    .slice(0, viewLimits.columns + 1)
    .map(textOf);
  const rows = listOf(view['rows']);
  const kept = rows.slice(0, viewLimits.rows).map(row => {
    const cells = listOf(row).slice(0, columns.length).map(textOf);
    return [...cells, ...Array.from({ length: columns.length - cells.length }, () => '')];
  });
  return { kind: 'table', columns, rows: kept, ...moreOf(view['more'], rows.length - kept.length) };
}

function checkedGraph(view: Fields): StructuredView {
  const all = listOf(view['nodes']);
  const nodes = all.slice(0, viewLimits.nodes).map(node => {
    const { id, label, group } = fieldsOf(node, 'node');
    return {
      id: textOf(id),
      label: textOf(label),
      ...(group === undefined ? {} : { group: textOf(group) }),
    };
  });
  const known = new Set(nodes.map(({ id }) => id));
  if (known.size < nodes.length) throw new TypeError('two nodes of its graph have one id');
  const edges = listOf(view['edges']).map(edge => {
    const { from, to, label } = fieldsOf(edge, 'edge');
    return {
      from: textOf(from),
      to: textOf(to),
      ...(label === undefined ? {} : { label: textOf(label) }),
    };
  });
  return {
    kind: 'graph',
    nodes,
    // Those of nodes that were cut lead nowhere.
    edges: edges.filter(({ from, to }) => known.has(from) && known.has(to)),
    ...moreOf(view['more'], all.length - nodes.length),
  };
}

function checkedHex(view: Fields): StructuredView {
  const { space, offset } = fieldsOf(view['address'], 'address');
  const { size } = view;
  if (typeof space !== 'string' || typeof offset !== 'bigint') throw new TypeError('its bytes are nowhere');
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    throw new TypeError('its bytes are not counted');
  return { kind: 'hex', address: { space, offset }, size };
}

function moreOf(given: unknown, cut: number): { readonly more?: number } {
  const said = typeof given === 'number' && Number.isSafeInteger(given) && given > 0 ? given : 0;
  return said + cut > 0 ? { more: said + cut } : {};
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError(`its structured ${what} is none`);
  return value as Fields;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('its structured view lacks a list');
  return value;
}

/** Longer ones are of no use in a drawing. */
const longest = 1_024;

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('its structured view has something that is no text');
  return value.length > longest ? `${value.slice(0, longest - 1)}…` : value;
}
