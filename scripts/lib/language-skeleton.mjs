// One skeleton for all languages: who has read one knows where everything is in the next.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { finding } from './findings.mjs';

/** What lies beside `src/`. */
const beside = ['README.md', 'package.json', 'tsconfig.json', 'bin', 'examples', 'conformance'];

/** What lies in `src/`, and what each is for. */
const parts = {
  pack: 'what Sonde is told',
  toolchain: 'front end, code generator, file formats',
  runtime: 'what runs with the program',
  executive: 'runs programs for debuggers elsewhere',
  nova: 'the simulated chain that contracts run on, and its debug interface',
  test: 'whole programs, and what tests share',
};

/** A language may have no runtime of its own, no executive, and take its compiler from elsewhere; it has all the others. */
const required = ['src/pack/build.ts', 'src/test/', 'examples/', 'conformance/profile.json'];

/** What a pack without a language of its own has elsewhere: its examples are servers in other languages. */
const elsewhere = {
  'languages/remote': ['examples/', 'conformance/profile.json'],
};

const headings = ['The language', 'In the debugger', 'Compiled programs', 'Deviations'];

/** `files` are those of the repository, relative to `base`. */
export function checkLanguageSkeleton(base, { folder, layer }, files) {
  if (layer !== 'languages') return [];
  const own = files.filter(file => file.startsWith(`${folder}/`)).map(file => file.slice(folder.length + 1));
  return [...hasItsPlace(folder, own), ...hasAllParts(folder, own), ...hasHeadings(base, folder)];
}

function hasItsPlace(folder, own) {
  const places = new Set(own.map(file => /^(?:src\/)?[^/]+/.exec(file)[0]));
  const allowed = [...beside, ...Object.keys(parts).map(part => `src/${part}`)];
  const listed = Object.entries(parts).map(([part, purpose]) => `${part} (${purpose})`);
  return [...places]
    .filter(place => !allowed.includes(place))
    .map(place =>
      finding(
        `${folder}/${place}`,
        undefined,
        'language-skeleton',
        'is not a place that all languages have',
        `move it into src/: ${listed.join(', ')}`,
      ),
    );
}

function hasAllParts(folder, own) {
  const has = wanted => own.some(file => (wanted.endsWith('/') ? file.startsWith(wanted) : file === wanted));
  return required
    .filter(wanted => !has(wanted) && elsewhere[folder]?.includes(wanted) !== true)
    .map(wanted =>
      finding(
        `${folder}/${wanted}`,
        undefined,
        'language-skeleton',
        'is missing',
        'every language has it; languages/mini is the one to copy',
      ),
    );
}

function hasHeadings(base, folder) {
  const file = `${folder}/README.md`;
  const at = path.join(base, file);
  if (!existsSync(at)) return [];
  const found = [...readFileSync(at, 'utf8').matchAll(/^## (.*)$/gm)].map(match => match[1]);
  if (headings.every((heading, index) => found[index] === heading)) return [];
  return [
    finding(
      file,
      undefined,
      'language-headings',
      `has the headings ${found.join(', ') || '(none)'}`,
      `begin with these, in this order: ${headings.join(', ')}`,
    ),
  ];
}
