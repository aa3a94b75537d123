// One place, asked of the language server, of `--symbols` and of the debug information: tabs, emoji and combining characters.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions } from './debugged.js';
import { LanguageClient, placeOf, uriOf } from './language-client.js';
import { osprey } from './ran-command.js';

const braces = `fn count(n: int) -> int = {
    n // #inside
}
fn pick(s: string) -> int = match s {
\t"😀e\u0301" => 1  "𝒳👩‍👩‍👧" => count(3)
\t_ => 0
}
let first = "😀e\u0301" let second = pick("𝒳👩‍👩‍👧") print(second)
`;

const layout = `count n =
    n // #inside
pick : string -> int
pick s = match s
    "😀e\u0301" => 1
    "𝒳👩‍👩‍👧" => (* 😀 *) count 3
    _ => 0
print (pick "𝒳👩‍👩‍👧")
`;

interface SymbolLine {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

const symbolsOf = async (path: string): Promise<readonly SymbolLine[]> =>
  JSON.parse((await osprey(path, '--symbols')).stdout) as SymbolLine[];

describe.skipIf(toolsMissing)(
  '[DEBUGGER-SOURCE-MAP] columns behind tabs, emoji and combining characters',
  () => {
    const builder = useBuilder();
    endSessions();
    let client: LanguageClient;
    beforeAll(async () => {
      client = await LanguageClient.start();
    });
    afterAll(() => client.leave());

    it.each([
      ['places.osp', braces, 'count(3)'],
      ['places.ospml', layout, 'count 3'],
    ])(
      '[DEBUGGER-PROTOCOLS] of %s are the same for the language server, --symbols and the debug information, where they count from 1',
      async (name, text, call) => {
        expect(await client.open(name, text)).toEqual([]);
        const place = placeOf(text, call);
        const hover = (await client.request('textDocument/hover', {
          textDocument: { uri: uriOf(name) },
          position: place,
        })) as { readonly range: { readonly start: typeof place } };
        expect(hover.range.start).toEqual(place);

        const [, sight] = await Debugged.start(builder, name, text, ['inside']);
        const caller = sight.stop.top?.frames[1];
        expect(caller?.location).toMatchObject({ line: place.line + 1, column: place.character + 1 });

        const outline = await client.symbols(name);
        for (const symbol of await symbolsOf(`${builder.folder()}/${name}`)) {
          const { selectionRange, range } = outline.find(entry => entry.name === symbol.name)!;
          // Functions are told by the place of their name, bindings by that of the statement.
          const { start } = /^(?:first|second)$/.test(symbol.name) ? range : selectionRange;
          expect({ ...symbol, line: start.line + 1, column: start.character + 1 }).toEqual(symbol);
        }
      },
    );
  },
);
