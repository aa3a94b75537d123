// The value under the pointer: the chain of members that ends at the word, evaluated in the frame that is looked at.
import type { Extension } from '@codemirror/state';
import { hoverTooltip, repositionTooltips, type TooltipView } from '@codemirror/view';

export interface HoverAnswer {
  readonly text: string;
  readonly type?: string;
  /** For a value that can be opened: shows it in an element, and answers what takes it away. */
  readonly open?: (element: HTMLElement, resized: () => void) => () => void;
}

export type AskHover = (expression: string) => Promise<HoverAnswer | undefined>;

/** `a.b[2].c` up to the end of the word at `offset`; undefined where there is none. */
export function expressionAt(
  line: string,
  offset: number,
): { readonly from: number; readonly to: number } | undefined {
  const isPart = (index: number): boolean => /[\p{L}\p{N}_$]/u.test(line[index] ?? '');
  if (!isPart(offset) && !isPart(offset - 1)) return undefined;
  let to = isPart(offset) ? offset : offset - 1;
  while (isPart(to)) to++;
  let from = to;
  while (from > 0) {
    while (from > 0 && isPart(from - 1)) from--;
    if (line[from - 1] === '.' && isLink(line[from - 2])) from -= 1;
    else if (line.slice(from - 2, from) === '->' && isLink(line[from - 3])) from -= 2;
    else break;
    if (line[from - 1] === ']') {
      const open = line.lastIndexOf('[', from - 1);
      if (open <= 0) break;
      from = open;
    }
  }
  const text = line.slice(from, to);
  return /^\p{N}/u.test(text) ? undefined : { from, to };
}

const isLink = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_$\])]/u.test(character);

export const valueHover = (ask: AskHover): Extension =>
  hoverTooltip(
    async (view, position) => {
      const line = view.state.doc.lineAt(position);
      const found = expressionAt(line.text, position - line.from);
      if (found === undefined) return null;
      const expression = line.text.slice(found.from, found.to);
      const answer = await ask(expression);
      if (answer === undefined) return null;
      return {
        pos: line.from + found.from,
        end: line.from + found.to,
        above: true,
        create: shown => tooltip(expression, answer, () => repositionTooltips(shown)),
      };
    },
    { hoverTime: 250 },
  );

function tooltip(expression: string, { text, type, open }: HoverAnswer, resized: () => void): TooltipView {
  const dom = document.createElement('div');
  dom.className = 'value-hover';
  dom.setAttribute('role', 'tooltip');
  if (open !== undefined) {
    dom.classList.add('is-tree');
    return { dom, destroy: open(dom, resized) };
  }
  const name = dom.appendChild(document.createElement('span'));
  name.className = 'value-name';
  name.textContent = `${expression} = `;
  const value = dom.appendChild(document.createElement('span'));
  value.className = 'value-text';
  value.textContent = text;
  if (type !== undefined && type !== '') {
    const kind = dom.appendChild(document.createElement('span'));
    kind.className = 'value-type';
    kind.textContent = type;
  }
  return { dom };
}
