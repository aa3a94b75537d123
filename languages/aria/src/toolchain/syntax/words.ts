// The words and signs that Aria reserves.

export const keywords: ReadonlySet<string> = new Set(
  `func return if else pick when then end till loop for while in break continue fall async await spawn catch defer
   wild wildx stack gc pin const struct enum type trait impl mut pub use mod extern cfg is pass fail
   true false NULL ERR jit`.split(/\s+/),
);

export const memoryWords: ReadonlySet<string> = new Set(['wild', 'wildx', 'stack', 'gc']);

/** Words of types that stand alone; `result`, `future` and `func` take others in angle brackets. */
export const plainTypeWords: ReadonlySet<string> = new Set(
  `int8 int16 int32 int64 uint8 uint16 uint32 uint64 tbb8 tbb16 tbb32 tbb64 flt32 flt64 bool byte string void`.split(
    ' ',
  ),
);

/** Types of the language that this compiler does not have. */
export const foreignTypeWords: ReadonlySet<string> = new Set(
  `int1 int2 int4 int128 int256 int512 uint128 uint256 uint512 flt128 flt256 flt512 dyn obj array trit tryte nit nyte
   vec2 vec3 vec4 vec9 tensor matrix buffer binary stream process pipe`.split(/\s+/),
);

/** Longer ones first, so that the first that fits is the right one. */
export const signs: readonly string[] = [
  ...['<<=', '>>=', '<=>', '...'],
  ...['==', '!=', '<=', '>=', '&&', '||', '??', '?.', '->', '=>', '|>', '<|', '<<', '>>', '..', '++', '--'],
  ...['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^='],
  ...'+ - * / % = < > ! ~ & | ^ ? : ; , . ( ) [ ] { } @ # $'.split(' '),
];
