// The tree of a program, as the parser makes it. Every node knows its own span of the source.

/** From 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `end` is the first position behind it. */
export interface Span {
  readonly start: Position;
  readonly end: Position;
}

export interface Node {
  readonly span: Span;
  /**
   * Where the original compiler says the node is: the token that is next when it makes the node, often one behind the
   * construct. Only its error texts need it.
   */
  readonly at: Position;
}

export interface Name extends Node {
  readonly text: string;
}

// Types

export type TypeNode = Node &
  /**
   * `i32`, `vector<i32>`, `i32 vector`, `Self`; `[T]` is written out as `vector<T>`. The grammar has no dots in types:
   * names of other modules come in only through an import list.
   */
  (
    | { readonly kind: 'named'; readonly name: string; readonly args: readonly TypeNode[] }
    | { readonly kind: 'reference'; readonly target: TypeNode }
    | { readonly kind: 'tuple'; readonly items: readonly TypeNode[] }
    | { readonly kind: 'either'; readonly members: readonly TypeNode[] }
    /** `T...` */
    | { readonly kind: 'pack'; readonly of: TypeNode }
    /** A literal among type arguments: `array<i32, 3>`, `Flag<true>`, `Tag<"x">`. Without a suffix numbers are i64 and f64. */
    | { readonly kind: 'constant'; readonly value: Expression }
    | { readonly kind: 'typeof'; readonly of: Expression }
  );

export interface GenericParameter extends Node {
  readonly name: string;
  /** `T: Show`; the grammar takes at most one here, more of them stand in a `where`. */
  readonly bounds: readonly TypeNode[];
  /** `const N: u32`; absent for types. */
  readonly constant?: TypeNode;
  readonly pack: boolean;
  /** `F<_>`: how many type arguments it takes itself. */
  readonly arity: number;
  /** `F<_, ...>`: and any number of further ones. */
  readonly variadicTail: boolean;
}

/** `T: Show + Eq`, or a constant `condition`; a declaration's are joined by `&&`. */
export type WhereBound = Node &
  (
    | { readonly kind: 'bound'; readonly type: TypeNode; readonly bounds: readonly TypeNode[] }
    | { readonly kind: 'condition'; readonly condition: Expression }
  );

// Expressions

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | '<<'
  | '>>'
  | '&'
  | '|'
  | '^'
  | '~'
  | '$'
  | '&&'
  | '||'
  /** The grammar lets these two stand between operands; nothing gives them a meaning there. */
  | '!'
  | '???';

export type NumberType = 'i8' | 'i16' | 'i32' | 'i64' | 'u8' | 'u16' | 'u32' | 'u64' | 'f32' | 'f64';

export type Expression = Node &
  (
    | { readonly kind: 'integer'; readonly value: bigint; readonly type: NumberType }
    | { readonly kind: 'float'; readonly value: number; readonly type: 'f32' | 'f64' }
    /** One character per byte. */
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'unit' }
    | { readonly kind: 'name'; readonly name: string }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'unary';
        readonly operator: '!' | '-' | '*' | '&' | 'ref' | 'move' | '?';
        readonly operand: Expression;
      }
    /** `f(…)`, `f<T>(…)`; also `alias.f(…)`, which the checker tells from a method call. */
    | {
        readonly kind: 'call';
        readonly callee: Expression;
        readonly typeArguments: readonly TypeNode[];
        readonly args: readonly Expression[];
      }
    /** `name<T>` without a call: a generic constant. The original treats it as a call without arguments. */
    | { readonly kind: 'instance'; readonly name: string; readonly typeArguments: readonly TypeNode[] }
    /**
     * `a.b`, `t.0`, `a."b"`; with `args` a method call. `trait`: `a.Show::show()`. Type arguments cannot be written here,
     * so `typeArguments` is empty.
     */
    | {
        readonly kind: 'member';
        readonly of: Expression;
        readonly name: Name;
        readonly trait?: TypeNode;
        readonly args?: readonly Expression[];
        readonly typeArguments: readonly TypeNode[];
      }
    /** `Show::show(a)` */
    | {
        readonly kind: 'qualified';
        readonly trait: TypeNode;
        readonly name: Name;
        readonly args: readonly Expression[];
      }
    /** `a[i]`; with a `range` as `index` it is a slice. */
    | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
    /** `a..b`, `a..=b`; an open start only inside an index, an open end wherever an expression can end. */
    | {
        readonly kind: 'range';
        readonly from?: Expression;
        readonly to?: Expression;
        readonly inclusive: boolean;
      }
    /** `^n`: counted from the end. */
    | { readonly kind: 'fromEnd'; readonly count: Expression }
    /** `target` is a name, a member, `*r` or an index. */
    | { readonly kind: 'assign'; readonly target: Expression; readonly value: Expression }
    | { readonly kind: 'is'; readonly of: Expression; readonly type: TypeNode }
    | { readonly kind: 'cast'; readonly of: Expression; readonly type: TypeNode }
    | { readonly kind: 'typeof'; readonly of: Expression }
    /** `x |> f`, `x |> f(a)`: calls with `x` in front of the arguments, if `into` is a call or an instance, else `into(x)`. */
    | { readonly kind: 'pipe'; readonly value: Expression; readonly into: Expression }
    | { readonly kind: 'array'; readonly items: readonly Expression[] }
    | { readonly kind: 'tuple'; readonly items: readonly Expression[] }
    /** `...xs` in an array, a tuple or arguments. */
    | { readonly kind: 'spread'; readonly of: Expression }
    /** `e...` (each) or `p(xs)?...` (`filter`): maps, filters and folds. */
    | { readonly kind: 'each'; readonly of: Expression; readonly filter: boolean }
    | {
        readonly kind: 'new';
        readonly type: TypeNode;
        /** Of several with one name only the last counts. */
        readonly fields: readonly { readonly name: Name; readonly value: Expression }[];
      }
  );

export type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

// Statements

export interface Binding extends Node {
  readonly name: string;
  readonly type?: TypeNode;
  /** `...rest`, only the last; the name is empty for a bare `...`. */
  readonly rest: boolean;
}

export interface LoopBinding extends Node {
  readonly name: string;
  readonly type?: TypeNode;
  readonly value?: Expression;
}

export interface SwitchCase extends Node {
  /** Its text is empty when none is written: `case { }` parses. */
  readonly variant: Name;
  readonly bindings: readonly Name[];
  readonly body: Statement;
}

export type Statement = Node &
  (
    | { readonly kind: 'block'; readonly statements: readonly Statement[] }
    /** `arrow`: written `=> e;`. */
    | { readonly kind: 'return'; readonly value?: Expression; readonly arrow: boolean }
    | {
        readonly kind: 'if';
        readonly constant: boolean;
        readonly test: Expression;
        readonly then: Statement;
        readonly else?: Statement;
      }
    | ValueDeclaration
    | { readonly kind: 'loop'; readonly bindings: readonly LoopBinding[]; readonly body: Statement }
    | { readonly kind: 'next'; readonly values: readonly Expression[] }
    | {
        readonly kind: 'switch';
        readonly subject: Expression;
        readonly cases: readonly SwitchCase[];
        readonly otherwise?: Statement;
      }
    | { readonly kind: 'empty' }
    | { readonly kind: 'expression'; readonly expression: Expression }
  );

export type StatementOf<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>;

/** `val`: one name, or a tuple or array taken apart. */
export interface ValueDeclaration extends Node {
  readonly kind: 'val';
  readonly pattern: 'name' | 'tuple' | 'array';
  readonly bindings: readonly Binding[];
  readonly value: Expression;
  readonly exported: boolean;
}

// Declarations

export interface Parameter extends Node {
  readonly name: string;
  readonly type?: TypeNode;
  /** `xs: T...` */
  readonly pack: boolean;
  readonly default?: Expression;
}

export interface FunctionDeclaration extends Node {
  readonly kind: 'function';
  readonly name: Name;
  readonly generics: readonly GenericParameter[];
  readonly parameters: readonly Parameter[];
  readonly result?: TypeNode;
  readonly where: readonly WhereBound[];
  /** `signature`: no body, as in a trait. An expression body is a statement `return`. */
  readonly body: Statement | 'native' | 'delete' | 'signature';
  readonly constant: boolean;
  readonly exported: boolean;
}

export interface ConstantDeclaration extends Node {
  readonly kind: 'constant';
  readonly name: Name;
  readonly generics: readonly GenericParameter[];
  readonly args: readonly TypeNode[];
  readonly where: readonly WhereBound[];
  readonly type: TypeNode;
  readonly value: Expression | 'native' | 'delete';
  readonly exported: boolean;
}

export interface Property extends Node {
  readonly name: string;
  readonly type?: TypeNode;
}

export interface VariantDeclaration extends Node {
  readonly name: string;
  /** A payload without a name of its own is called by its index. */
  readonly payload: readonly { readonly name?: string; readonly type: TypeNode }[];
}

export interface TypeDeclaration extends Node {
  readonly kind: 'type';
  readonly name: Name;
  readonly generics: readonly GenericParameter[];
  /** Of a specialisation. */
  readonly args: readonly TypeNode[];
  readonly derived: readonly TypeNode[];
  readonly where: readonly WhereBound[];
  readonly shape:
    | {
        readonly kind: 'record';
        readonly properties: readonly Property[];
        readonly methods: readonly FunctionDeclaration[];
      }
    | { readonly kind: 'variants'; readonly variants: readonly VariantDeclaration[] }
    | { readonly kind: 'alias'; readonly type: TypeNode }
    | { readonly kind: 'wraps'; readonly type: TypeNode }
    | { readonly kind: 'native' | 'delete' | 'abstract' };
  readonly exported: boolean;
}

export interface TraitDeclaration extends Node {
  readonly kind: 'trait';
  readonly auto: boolean;
  readonly name: Name;
  readonly generics: readonly GenericParameter[];
  readonly supertraits: readonly TypeNode[];
  readonly methods: readonly FunctionDeclaration[];
  readonly exported: boolean;
}

export interface ImplDeclaration extends Node {
  readonly kind: 'impl';
  readonly generics: readonly GenericParameter[];
  readonly trait: TypeNode;
  readonly target: TypeNode;
  readonly where: readonly WhereBound[];
  readonly methods: readonly FunctionDeclaration[];
  readonly exported: boolean;
}

export interface ImportDeclaration extends Node {
  readonly kind: 'import';
  readonly path: readonly string[];
  /** Without an alias and without symbols it is the last segment of the path. */
  readonly alias?: string;
  /** `*` for everything; an empty list means only through the alias. */
  readonly symbols: readonly Name[] | '*';
  readonly exported: boolean;
}

export interface ModuleDeclaration extends Node {
  /** Empty when only `exports` is written. */
  readonly path: readonly string[];
  /** Besides what is declared with `export`. */
  readonly exports?: readonly Name[] | '*';
}

/** `use impl module::Show for T;`: which of several implementations is meant. */
export interface UseImplDeclaration extends Node {
  readonly kind: 'use';
  readonly module?: string;
  readonly trait: TypeNode;
  readonly target: TypeNode;
}

export type Declaration =
  | FunctionDeclaration
  | ValueDeclaration
  | ConstantDeclaration
  | TypeDeclaration
  | TraitDeclaration
  | ImplDeclaration
  | UseImplDeclaration
  | ImportDeclaration;

/** One source file. */
export interface Unit {
  readonly module?: ModuleDeclaration;
  readonly declarations: readonly Declaration[];
  readonly statements: readonly Statement[];
}
