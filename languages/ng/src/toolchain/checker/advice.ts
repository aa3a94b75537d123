// What to do about a message of the original compiler, whose own words say little about that.

/** The first whose beginning (or pattern) fits counts. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /: [iuf](?:8|16|32|64|128) to [iuf](?:8|16|32|64|128)$/,
    'numbers are not converted by themselves; `cast<T>(x)` makes one of the type `T`',
  ],
  [
    /^Mismatch type on arithmetic/,
    'both sides must be numbers of one family, or both strings; `cast<T>(x)` converts',
  ],
  [/^Mismatch type on comparison/, 'only values of one kind can be compared; `cast<T>(x)` converts numbers'],
  [/^Invalid type for modulus/, '`%`, `<<` and `>>` work on whole numbers'],
  [/^Logical operators/, 'both sides of `&&` and `||` must be `bool`'],
  [
    /^Unsupported (operator|type)/,
    'operators work on numbers, strings and booleans; `<<` also appends to a vector',
  ],
  [/^Invalid element type for array push/, 'what is appended must be of the type of the elements'],
  [/^Invalid operand type for negate/, '`-` works on signed numbers and fractions whose type is known'],
  [/^Not supported operator QUERY/, '`?` has no meaning in front of an expression'],
  [
    /^Reference operator requires/,
    'only a name, a member, an element or `*r` can be referred to; give the value a name first',
  ],
  [/^Reference operator cannot/, 'it is a reference already: use it as it is'],
  [/^Cannot dereference/, '`*` needs a reference, as `ref x` and `new` make them'],
  [/^Move (operator|from)/, 'only a name, a member, `*r` or an item of a tuple can be moved'],
  [
    /^Use after (partial )?move/,
    'it was moved away above; give it a value again with `:=`, or do not `move` it',
  ],
  [/^Cannot \w+ borrowed place/, 'end the scope of the `ref` first, or work through it'],
  [
    /^Invalid cast/,
    'casts go between numbers, strings and booleans, and into and out of `wraps` types and aliases',
  ],
  [/^Unknown type for object/, 'nothing of this name is declared before this place'],
  [/^Unknown type( constructor)?:/, 'no type of this name is declared before this place'],
  [
    /^Value Define Type Mismatch: \[untyped\]/,
    'the type of the value is not known before the program runs: leave the annotation out',
  ],
  [/^(Value|Loop) \w+ Type Mismatch/, 'the value has another type than the annotation'],
  [/^Invalid assignment type/, 'a variable keeps the type of its first value'],
  [/^Too many bindings/, 'the tuple has fewer items than there are names'],
  [/^Spread receiver/, '`...rest` must be the last name'],
  [
    /^Return Type Mismatch/,
    'every `return` must give what the declaration says, and a body without one returns `unit`',
  ],
  [
    /^Mismatched return types/,
    'all `return`s must give the same type; name the value first with a type: `val r: T = …; return r;`',
  ],
  [/^Condition expression/, 'compare it with something: a condition is of type `bool`'],
  [
    /^Next statement/,
    '`next` needs a value for every binding of its loop (or parameter of its function); it cannot stand in a `switch`',
  ],
  [/^Invalid default value/, 'the default must have the type of the parameter'],
  [/^Invalid function type/, 'only functions can be called'],
  [/^Invalid argument types/, 'compare the arguments with the parameters of the function'],
  [
    /^(Function overload|Type alias|Type specialization|Const \w+) is deleted/,
    'it is declared with `= delete`, so that nobody uses it',
  ],
  [/^Spread call arguments/, 'only tuples can be spread here: their size is known'],
  [/^UniquePtr/, 'write `move` in front of it'],
  [/^(Invalid payload|Payload type)/, 'compare the arguments with the declaration of the variant'],
  [/^Unknown variant/, 'the union has no variant of this name'],
  [/^Non-exhaustive switch/, 'add a `case` for it, or an `otherwise` at the end'],
  [
    /^Switch scrutinee/,
    '`switch` works on a tagged union: write `*r` for what a reference refers to, or give the value the union as its type',
  ],
  [
    /^Unknown (payload )?property/,
    'the type has no field of this name at this place; a function must stand behind the type it uses',
  ],
  [/^Missing (payload )?property/, '`new` needs a value for every field'],
  [/^(Property|Payload) type mismatch/, 'the value has another type than the field'],
  [/^new on tagged union/, 'name the payloads in the declaration, or use the constructor without `new`'],
  [/^Invalid type for new/, '`new` makes records and variants'],
  [/cannot be constructed with new/, 'it has no fields; only its own module makes values of it'],
  [/^Mismatched element type/, 'all elements of an array have one type'],
  [/^Array Element Type/, 'the declared type says what the elements are'],
  [/^Array literal length/, 'the number of elements must be that of the type'],
  [/^(Index|Range index)/, 'only vectors, arrays, spans, ranges and tuples have elements'],
  [
    /^Invalid (index|value) type/,
    'the index must be a whole number and the value of the type of the elements',
  ],
  [
    /^(Tuple|Range|Open range|From-end)/,
    'indexes are whole numbers, and those of tuples must be known and inside of it',
  ],
  [/^Invalid spread/, 'only tuples and sequences can be spread'],
  [
    /^(Map\/filter|Filter|Postfix fold|Fold)/,
    'write `[f(xs)...]`, `[p(xs)?...]`, `op(xs..., start)` or `op(start, xs...)`',
  ],
  [/^Invalid fold/, 'the function takes an element and the accumulator, in the order of the call'],
  [/^Ambiguous trait method/, 'name the trait: `x.Trait::method()`'],
  [/does not implement trait/, 'add an `impl` of the trait for the type before this place'],
  [/^Unknown trait|is not a trait/, 'no trait of this name is declared'],
  [/^Trait \S+ has no method/, 'the trait declares other methods'],
  [/^Trait-qualified/, 'the receiver is the first argument'],
  [/^(trait|abstract) type .* by value/, 'use it behind a reference: `ref<…>`'],
  [
    /object-safe/,
    'for `ref<Trait>` every method must take `self: ref<Self>` and mention `Self` nowhere else',
  ],
  [/^Trait default method/, 'a default method can only call methods of the trait'],
  [/^Trait method/, 'start its parameters with `self: ref<Self>`'],
  [/^Impl (method|for)/, 'an `impl` has exactly the methods of its trait, with their types'],
  [/^Impl target must/, 'traits are implemented for records'],
  [
    /^(Duplicate|Overlapping|Selected|Explicit) (impl|derive)/,
    'only one impl of a trait may fit a type; `use impl module::Trait for T;` chooses',
  ],
  [/^(Cyclic|Conflicting)/, 'look at the supertraits'],
  [/derive|^Drop impl/, 'only `Copy` and `Clone` can be derived, when all fields have them'],
  [/^(Builtin lifecycle|auto) trait/, '`Copy`, `Clone`, `Drop` and auto traits have a fixed shape'],
  [/^(Arity mismatch|Too few arguments)/, 'compare the arguments with the parameters of the function'],
  [/^Inconsistent bindings/, 'one type parameter cannot be two types'],
  [
    /^(Generic|Could not infer|No matching generic|Type|Trait|Fixed array|Array length|tuple_)/,
    'look at the type arguments of the declaration',
  ],
  [
    /^(Where|Phase 1 where|Unable to evaluate where|Unknown type parameter)/,
    'conditions after `where` are `T: Trait`, or constants that are true',
  ],
  [/^(Const|Native const)/, 'a constant must be known before the program runs'],
];

/** For what is not in the list. */
const general = 'the types do not fit together here';

export function adviceFor(text: string): string {
  return advice.find(([pattern]) => pattern.test(text))?.[1] ?? general;
}
