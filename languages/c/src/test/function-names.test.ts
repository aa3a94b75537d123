// Names of functions as people say them, out of what LLDB writes.

import { describe, expect, it } from 'vitest';
import { printedInLldb, toolsMissing } from '@sonde/engine-native/testing';
import { bridge } from '../pack/bridge.js';

const names: readonly (readonly [written: string, said: string])[] = [
  ['main', 'main'],
  ['::from_guest(int)', 'from_guest'],
  ['Circle::area() const', 'Circle::area'],
  ['std::vector<int, std::allocator<int>>::push_back(int&&)', 'std::vector<int>::push_back'],
  ['std::unique_ptr<A, std::default_delete<A> >::get() const', 'std::unique_ptr<A>::get'],
  ['main::$_0::operator()(double) const', 'main::$_0::operator()'],
  ['std::function<double (double)>::operator()(double) const', 'std::function<double (double)>::operator()'],
  ['double std::invoke<double, A&>(A&, double&&)', 'std::invoke<double, A&>'],
  ['A::operator bool() const', 'A::operator bool'],
  ['std::ostream& operator<<<int>(std::ostream&, int)', 'operator<<<int>'],
  ['bool operator<(A const&, A const&)', 'operator<'],
  ['A::operator->() const', 'A::operator->'],
  ['(anonymous namespace)::hidden(int)', '(anonymous namespace)::hidden'],
  ['foo(int) [clone .cold]', 'foo'],
  ['operator new(unsigned long)', 'operator new'],
  ['f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >)', 'f'],
  [
    'std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>, int>::at(int)',
    'std::map<std::string, int>::at',
  ],
  ['shapes::main::h086b0cfd890a8ea9', 'shapes::main'],
  ['libc.so.6+0x271d0', 'libc.so.6+0x271d0'],
  ['broken<(', 'broken<('],
];

describe.skipIf(toolsMissing)('names of functions', () => {
  it('are said without what they return and take, and without defaults', async () => {
    const script = `import json
from bridge.function_names import short
for name in json.loads(${JSON.stringify(JSON.stringify(names.map(([written]) => written)))}): say(short(name))
`;
    const said = await printedInLldb(script, { language: bridge });
    expect(names.map(([written], nth) => [written, said[nth]])).toEqual(names);
  });
});
