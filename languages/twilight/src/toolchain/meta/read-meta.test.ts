import { readFileSync } from 'node:fs';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { describe, expect, it } from 'vitest';
import { buildContract } from '../build-contract.js';
import { checkText } from '../check-source.js';
import { readMeta } from './read-meta.js';
import { metaSchema, type Meta } from './schema.js';

const folder = new URL('../../../', import.meta.url);
const { program } = checkText(readFileSync(new URL('examples/vault.twl', folder), 'utf8'), 'vault.twl');
const built = buildContract(program!, program!.contracts[0]!, { debug: true, runtimeAsserts: false });
const text = JSON.stringify(built.meta);

/** What is said about a description that was changed. */
function saying(change: (meta: Meta) => void): string {
  const meta = structuredClone(built.meta);
  change(meta);
  const read = readMeta(JSON.stringify(meta), built.wasm);
  return read.ok ? 'fine' : read.message;
}

describe('.meta', () => {
  it('is read as it was written, and fits its module', () => {
    expect(readMeta(text, built.wasm)).toEqual({ ok: true, meta: built.meta });
  });

  it('follows the schema that the documentation has', () => {
    const documented = new URL('../../docs/schemas/twilight-meta.schema.json', folder);
    const found: unknown = JSON.parse(readFileSync(documented, 'utf8'));
    expect(found, 'run: npm run build && node languages/twilight/bin/meta-schema.js').toEqual(
      JSON.parse(JSON.stringify(metaSchema)),
    );
  });

  it('says what is wrong with a damaged file', () => {
    const cases: readonly [RegExp, (meta: Meta) => void][] = [
      [
        /^describes another module: it says SHA-256 0x00/,
        meta => void (meta.bytecode_info.hash = `0x${'00'.repeat(32)}`),
      ],
      [
        /schema_version "2.0", and this reads "1.0"/,
        meta => void ((meta as { schema_version: string }).schema_version = '2.0'),
      ],
      [
        /names the type u65 in vault::Vault::deposit/,
        meta => void (meta.functions['vault::Vault::deposit']!.result = 'u65'),
      ],
      [
        /describes Vault::Quote with a part that is not inside it/,
        meta => void (meta.debug_info!.variable_info.types['Vault::Quote']!.size = 4),
      ],
      [
        /describes (\w|:)+ as a part of itself/,
        meta => {
          const quote = meta.debug_info!.variable_info.types['Vault::Quote']!;
          if (quote.k === 'struct') quote.fields[0] = { name: 'gross', type: 'Vault::Quote', offset: 0 };
        },
      ],
      [
        /has the scope s1 inside itself/,
        meta => void (meta.debug_info!.variable_info.scopes['s1']!.parent = 's1'),
      ],
      [/names the scope s999/, meta => void (meta.debug_info!.variable_info.scopes['s1']!.parent = 's999')],
      [
        /ends before it begins/,
        meta => void (meta.debug_info!.variable_info.functions['vault::Vault::deposit']!.body = [9, 3]),
      ],
      [/names source 7/, meta => void (meta.debug_info!.source_map.data.x_twilight.stmts[0]![1] = 7)],
      [/segment that cannot be read/, meta => void (meta.debug_info!.source_map.data.mappings = '!!')],
      [/is damaged at \/abi/, meta => void ((meta as { abi: unknown }).abi = 'none')],
      [
        /is damaged at \/types\/u64/,
        meta => void ((meta.types as Record<string, unknown>)['u64'] = { k: 'float' }),
      ],
    ];
    for (const [wanted, change] of cases) expect(saying(change)).toMatch(wanted);
    expect(saying(() => undefined)).toBe('fine');
    expect(readMeta(text.slice(0, 1000))).toMatchObject({
      ok: false,
      message: expect.stringContaining('is not JSON') as string,
    });
    expect(readMeta('')).toMatchObject({ ok: false });
    expect(readMeta('[]')).toMatchObject({ ok: false });
    expect(readMeta('{"version":3}')).toMatchObject({
      ok: false,
      message: 'has no schema_version; it is no .meta of Twilight',
    });
    expect(
      readMeta(`{"schema_version":"1.0","abi":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    ).toMatchObject({ ok: false });
  });

  it('is refused or read, and never crashes the reader, whatever byte is another', () => {
    const random = seededRandom(22);
    let refused = 0;
    for (let round = 0; round < 300; round++) {
      const at = random(text.length);
      const changed = `${text.slice(0, at)}${String.fromCharCode(32 + random(95))}${text.slice(at + 1 + random(3))}`;
      const read = readMeta(changed, built.wasm);
      if (!read.ok) refused++;
      if (!read.ok) expect(read.message).not.toBe('');
    }
    expect(refused).toBeGreaterThan(100);
  });
});
