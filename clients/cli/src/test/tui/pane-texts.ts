// What stands in each pane of a wide screen: the text of a terminal, cut where the panes are.

const names = [
  ...['Source', 'Variables', 'Watches', 'Stack', 'Breakpoints', 'Console'],
  ...['Disassembly', 'Registers', 'Memory', 'Functions', 'Trace', 'Timeline'],
];
/** Where there is little room a title has the beginning of a name. */
const tab = new RegExp(
  String.raw` [\d=-] (${[...names.map(name => name.slice(0, 3)), 'Code'].join('|')})`,
  'g',
);

/** By name; panes that share a place have the text of the one in front. Titles are left out: a name there is no content. */
export function paneTexts(lines: readonly string[]): ReadonlyMap<string, string> {
  const parts = [...(lines[0] ?? '').matchAll(/│/g)].map(({ index }) => index);
  const columns = [-1, ...parts].map((before, nth) => [before + 1, parts[nth]] as const);
  const texts = new Map<string, string>();
  for (const [from, to] of columns) {
    let here: readonly string[] = [];
    // The last line is the status.
    for (const line of lines.slice(0, -1)) {
      const text = line.slice(from, to).trimEnd();
      const tabs = [...text.matchAll(tab)];
      const isTitle = tabs[0]?.index === 0;
      if (isTitle)
        here = tabs.map(([, begin]) =>
          begin === 'Code' ? 'Disassembly' : names.find(name => name.startsWith(begin!))!,
        );
      for (const name of here) texts.set(name, isTitle ? '' : `${texts.get(name)!}${text}\n`);
    }
  }
  return texts;
}
