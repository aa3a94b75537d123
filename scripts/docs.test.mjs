import { describe, expect, it } from 'vitest';
import { checkDocs } from './docs.mjs';
import { anchorOf } from './lib/doc-rules.mjs';
import { brief, scratchTree } from './lib/scratch-tree.mjs';

const decision = heading =>
  `# Web\n\n${heading}\n\n**Context.** a\n\n**Decision.** b\n\n**Consequences.** c\n`;
const inOrder = {
  'package.json': { scripts: { layers: 'x' }, devDependencies: { vitest: '4' } },
  'packages/dap/package.json': { name: '@sonde/dap', dependencies: { ws: '8', '@sonde/engine': '1' } },
  'README.md': 'See [the docs](docs/README.md) and [why](docs/dependencies.md#dependencies).\n',
  'docs/README.md': '- [dependencies](dependencies.md)\n- [decisions](decisions/README.md)\n',
  'docs/decisions/README.md': '[web](web.md)\n- [Lists](web.md#lists)\n',
  'docs/decisions/web.md': decision('## Lists'),
  'docs/dependencies.md':
    '# Dependencies\n\n| name | why |\n|---|---|\n| `vitest` | tests |\n| `ws` | sockets |\n',
};
const findingsWith = files => brief(checkDocs(scratchTree({ ...inOrder, ...files })));

describe('the docs check', () => {
  it('is content with documents that tell the truth', () => {
    expect(findingsWith({})).toEqual([]);
  });

  it('finds links to files and headings that are not there', () => {
    const text =
      '[a](gone.md)\n[b](docs/dependencies.md#gone)\n[c](https://example.org/)\n```\n[d](code.md)\n```\n';
    expect(findingsWith({ 'README.md': text })).toEqual(['dead-link README.md:1', 'dead-link README.md:2']);
  });

  it('finds commands that do not exist, in code blocks too', () => {
    expect(findingsWith({ 'CONTRIBUTING.md': 'npm run layers\n```\nnpm run lairs\n```\n' })).toEqual([
      'unknown-command CONTRIBUTING.md:3',
    ]);
  });

  it('finds a dependency without a reason, and a reason without its dependency', () => {
    const manifest = { ...inOrder['package.json'], devDependencies: { oxfmt: '0' } };
    expect(findingsWith({ 'package.json': manifest })).toEqual([
      'gone-dependency docs/dependencies.md',
      'unexplained-dependency docs/dependencies.md',
    ]);
  });

  it('finds a document that the index does not list', () => {
    expect(findingsWith({ 'docs/formats/image.md': '# Image\n' })).toEqual(['not-listed docs/README.md']);
    expect(findingsWith({ 'docs/decisions/wire.md': '# Wire\n' })).toEqual([
      'not-listed docs/decisions/README.md',
    ]);
    expect(findingsWith({ 'docs/README.md': '[a](dependencies.md)\n' })).toEqual([
      'not-listed docs/README.md',
    ]);
  });

  it('finds a decision that lacks a part, or that the index does not list', () => {
    expect(findingsWith({ 'docs/decisions/web.md': '# Web\n\n## Lists\n\n**Decision.** b\n' })).toEqual([
      'decision-parts docs/decisions/web.md:3',
    ]);
    expect(
      findingsWith({ 'docs/decisions/web.md': `${decision('## Lists')}${decision('## Tabs')}` }),
    ).toEqual(['decision-not-listed docs/decisions/README.md']);
    const twice = '[web](web.md)\n- [Lists](web.md#lists)\n- [Lists](web.md#lists)\n';
    expect(findingsWith({ 'docs/decisions/README.md': twice })).toEqual([
      'decision-not-listed docs/decisions/README.md',
    ]);
  });
});

it('turns headings into the anchors that links use', () => {
  expect(anchorOf('The path of a request')).toBe('the-path-of-a-request');
  expect(anchorOf('Why `ws`, and not more?')).toBe('why-ws-and-not-more');
});
