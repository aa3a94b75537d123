// Words that no program may use, and what to write instead of them.

const advice: Readonly<Record<string, readonly string[]>> = {
  'A name is bound with `val`, and its value changed with `:=`.': ['var', 'let', 'mutable', 'immutable'],
  'Repetition is written `loop i = 0 { … next i + 1; }`.': [
    ...['while', 'foreach', 'do', 'repeat', 'until', 'unless', 'yield'],
  ],
  'Records and unions are declared with `type`.': [
    ...['class', 'enum', 'union', 'newtype', 'typedef', 'interface', 'alias', 'extends', 'implements'],
  ],
  'Functions are declared with `fun`.': ['function', 'macro', 'delegate', 'virtual', 'override'],
  'The value for “nothing” is `unit`.': ['null', 'nil', 'nullptr', 'void'],
  'Write `switch (value) { case Name { … } }`.': ['match', 'when'],
  'The receiver of a method is its parameter `self`.': ['this', 'super'],
  'Write `&&` and `||`.': ['and', 'or'],
  'There are no exceptions: a function can return a union of results.': [
    ...['throw', 'try', 'catch', 'finally', 'nothrow', 'noexcept'],
  ],
};

const others = [
  ...['temp', 'it', 'test', 'obj', 'data', 'align', 'alignas', 'alignof', 'compl', 'concept'],
  ...['constexpr', 'debug', 'decltype', 'default', 'define', 'deprecated', 'explicit', 'extern'],
  ...['final', 'friend', 'from', 'goto', 'include', 'inline', 'inout', 'invariant', 'lazy', 'mixin'],
  ...['namespace', 'noreturn', 'operator', 'out', 'package', 'pragma', 'private', 'protected'],
  ...['public', 'pure', 'real', 'register', 'requires', 'scope', 'shared', 'static', 'sizeof'],
  ...['synchornized', 'synthetic', 'template', 'thread_local', 'to', 'typeid', 'typename'],
  ...['unittest', 'using', 'version', 'volatile', 'with', 'which', 'how', 'why', 'what'],
  ...['treat', 'delay', 'force'],
];

/** Each reserved word with its hint. */
export const reservedWords: ReadonlyMap<string, string> = new Map([
  ...others.map(word => [word, `\`${word}\` is reserved: choose another name.`] as const),
  ...Object.entries(advice).flatMap(([hint, words]) => words.map(word => [word, hint] as const)),
]);
