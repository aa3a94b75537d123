// Programs that use the language as people do; nothing is wrong with any of them.

export const programs: Readonly<Record<string, string>> = {
  'numbers of all widths': `
    val a: u8 = 200;
    val b: i64 = 5;
    val c = 1i64 + 2;
    val d = (a + 1u8) % 7u8;
    val e = 1.5 * 2.0;
    val f: f64 = 2.5;
    print(a, b, c, d, e, f, -c, !(a == 3u8));
  `,
  strings: `
    val words = split("to be or not", " ");
    val line = join(words, "-");
    print(line + "!", len(line), toUpper(trim(line)), line.size, "ab".charAt(0));
    if (contains(line, "be")) { print(replace(line, "be", "do")); }
  `,
  'loops that sum and search': `
    fun total(xs: vector<i32>) -> i32 {
      val sum = 0;
      loop i = 0u32 {
        if (i < len(xs)) {
          sum := sum + xs[i];
          next i + 1u32;
        }
      }
      return sum;
    }
    fun find(xs: vector<string>, wanted: string) -> i32 {
      loop i = 0 {
        if (i == 3) { return -1; }
        if (xs[i] == wanted) { return i; }
        next i + 1;
      }
    }
    print(total([1, 2, 3]), find(["a", "b", "c"], "b"));
  `,
  'recursion, also in turn': `
    fun even(n: i32) -> bool { if (n == 0) { return true; } return odd(n - 1); }
    fun odd(n: i32) -> bool { if (n == 0) { return false; } return even(n - 1); }
    fun power(base: i32, n: i32, acc: i32 = 1) -> i32 {
      if (n == 0) { return acc; }
      next base, n - 1, acc * base;
    }
    print(even(10), power(2, 8));
  `,
  'functions without types': `
    fun twice(x) => x + x;
    fun describe(label, value) { print(label, value); }
    fun choose(first, a, b) { if (first) { return a; } return b; }
    describe("twice", twice(21));
    print(choose(true, 1, 2));
  `,
  'a stack of records': `
    type Stack {
      items: vector<i32>;
      limit: i32;
      fun push(self: ref<Self>, item: i32) -> bool {
        if (self.items.size() == 10u32) { return false; }
        self.items := self.items << item;
        return true;
      }
      fun top(self: ref<Self>) -> i32 { return self.items[^1]; }
      fun isEmpty() -> bool { return items.size() == 0u32; }
    }
    val stack = new Stack { items: [], limit: 10 };
    stack.push(1);
    stack.push(2);
    print(stack.top(), stack.isEmpty(), *stack);
  `,
  'a linked list of records': `
    type Node { value: i32; rest: Node; }
    type End { }
    val last = new Node { value: 2, rest: unit };
    val first = new Node { value: 1, rest: last };
    print(first.rest.value);
    first.rest.value := 5;
  `,
  shapes: `
    type Shape = Circle(radius: f64) | Rect(w: f64, h: f64) | Point;
    fun area(s: Shape) -> f64 {
      switch (s) {
        case Circle(r) { return (r * r) * 3.14f64; }
        case Rect(w, h) { return w * h; }
        otherwise { return 0.0f64; }
      }
    }
    fun name(s: Shape) -> string { return s.tag; }
    val shapes: vector<Shape> = [Circle(1.0f64), Circle(2.5f64)];
    print(area(Rect(2.0f64, 3.0f64)), area(Point()), name(Circle(1.0f64)), shapes);
  `,
  'an expression tree': `
    type Expr = Num(value: i32) | Add(left: ref<Expr>, right: ref<Expr>) | Neg(of: ref<Expr>);
    fun eval(e: ref<Expr>) -> i32 {
      switch (*e) {
        case Num(value) { return value; }
        case Add(left, right) { return eval(left) + eval(right); }
        case Neg(of) { return 0 - eval(of); }
      }
    }
    val one: Expr = Num(1);
    val two: Expr = Num(2);
    val sum: Expr = Add(ref one, ref two);
    print(eval(ref sum));
  `,
  tuples: `
    fun divide(a: i32, b: i32) -> (i32, i32) { return (a / b, a % b); }
    val (quotient, rest) = divide(17, 5);
    val t = (1, "two", true);
    val (head, ...tail) = t;
    val joined = (0, ...t, 9);
    print(quotient, rest, head, tail, joined, t.1, t[2], t.size, joined[1..3]);
  `,
  'ranges, slices, maps, filters, folds': `
    fun square(x: i32) -> i32 { return x * x; }
    fun odd(x: i32) -> bool { return (x % 2) == 1; }
    fun add(a: i32, b: i32) -> i32 { return a + b; }
    val xs = [...(1..=5)];
    val r = 0..10;
    val middle = xs[1..^1];
    print([square(xs)...], [odd(xs)?...], add(xs..., 0), add(0, r...), [square(middle)...], xs[2..], xs[..2]);
    3 |> add(4) |> print;
  `,
  references: `
    fun increase(r: ref<i32>, by: i32 = 1) -> unit { *r := *r + by; }
    fun swap(a: ref<i32>, b: ref<i32>) -> unit {
      val old = *a;
      *a := *b;
      *b := old;
    }
    val x = 1;
    val y = 2;
    increase(ref x);
    increase(ref x, 5);
    swap(ref x, ref y);
    print(x, y);
  `,
  moves: `
    type Box { name: string; size: i32; fun label(self: ref<Self>) -> string { return self.name; } }
    fun consume(b: Box) -> i32 { return b.size; }
    val box = new Box { name: "a", size: 3 };
    val size = move box.size;
    box.size := size + 1;
    print(box.label(), box.size);
    val text = "x";
    val other = move text;
    text := "again";
    print(text, other);
  `,
  'newtypes and aliases': `
    type Meters wraps i32;
    type Name = string;
    fun show(m: Meters) -> i32 { return cast<i32>(m) + 1; }
    fun greet(n: Name) -> Name { return "hi " + n; }
    print(show(cast<Meters>(5)), greet("ann"));
  `,
  'either of two types': `
    val x: i32 | string = 1;
    print(x is i32, x is string, typeof(x).name);
  `,
  'traits with defaults': `
    trait Named {
      fun name(self: ref<Self>) -> string;
      fun greeting(self: ref<Self>) -> string { return "hello " + self.name(); }
    }
    type Cat { n: string; }
    type Dog { n: string; }
    impl Named for Cat { fun name(self: ref<Self>) -> string { return self.n; } }
    impl Named for Dog {
      fun name(self: ref<Self>) -> string { return self.n; }
      fun greeting(self: ref<Self>) -> string { return "woof"; }
    }
    fun meet(who: ref<Named>) -> unit { print(who.greeting()); }
    fun both<A: Named, B: Named>(a: ref<A>, b: ref<B>) -> string { return a.name() + b.name(); }
    val cat = new Cat { n: "tom" };
    val dog = new Dog { n: "rex" };
    meet(cat);
    meet(dog);
    print(both(cat, dog), cat.Named::name(), Named::greeting(dog));
  `,
  'generic containers': `
    type Box<T> {
      value: T;
      fun get(self: ref<Self>) -> T { return self.value; }
      fun put(self: ref<Self>, value: T) -> unit { self.value := value; }
    }
    type Option<T> = Some(value: T) | None;
    fun orElse<T>(o: Option<T>, other: T) -> T {
      switch (o) {
        case Some(value) { return value; }
        case None { return other; }
      }
    }
    fun boxed<T>(x: T) -> ref<Box<T>> { return new Box<T> { value: x }; }
    val b = boxed(5);
    b.put(6);
    val nothing: Option<i32> = None();
    print(b.get(), orElse(Some(3), 4), orElse(nothing, 7));
  `,
  'generic functions that call each other': `
    fun first<T>(xs: vector<T>) -> T { return xs[0]; }
    fun pairUp<A, B>(a: A, b: B) -> (A, B) { return (a, b); }
    fun headPair<T>(xs: vector<T>, ys: vector<T>) -> (T, T) { return pairUp(first(xs), first(ys)); }
    fun count<T...>(args: T...) -> u32 { return args.size; }
    print(headPair([1], [2]), headPair(["a"], ["b"]), count(1, "x", true), first<i32>([7]));
  `,
  'constants and what they decide': `
    const is_number<T>: bool = false;
    const <> is_number<i32>: bool = true;
    const fun twice(x: i32) -> i32 { return x * 2; }
    fun describe<T>(x: T) -> string {
      const if (is_number<T>) { return "number"; } else { return "other"; }
    }
    const if ((1 + 1) == 2) { print("always"); }
    print(describe(1), describe("a"), twice(4), typeof((1, 2)).size);
  `,
  'a main function': `
    type Account {
      owner: string;
      balance: i32;
      fun deposit(self: ref<Self>, n: i32) -> unit { self.balance := self.balance + n; }
    }
    fun main() -> unit {
      val account = new Account { owner: "bo", balance: 0 };
      loop i = 1 {
        account.deposit(i);
        if (i < 4) { next i + 1; }
      }
      print(account.owner, account.balance);
    }
  `,
  'blocks that hide names': `
    val x = 1;
    fun f(x: string) -> string {
      { val x = 2; print(x + 1); }
      if (x == "a") { val x = true; print(x); } else { print(x); }
      return x;
    }
    print(f("a"), x);
  `,
  'returns of every kind': `
    fun nothing() { }
    fun early(n: i32) -> unit { if (n == 0) { return; } print(n); }
    fun sign(n: i32) -> i32 { if (n < 0) { return -1; } else if (n == 0) { return 0; } else { return 1; } }
    fun wide(b: bool) -> i64 { if (b) { return 1; } return 2i64; }
    early(0);
    print(nothing(), sign(3), wide(true));
  `,
  'records with traits of sequences': `
    type Countdown {
      start: i32;
      fun size(self: ref<Self>) -> u32 { return 3u32; }
      fun get(self: ref<Self>, i: i32) -> i32 { return self.start - i; }
    }
    fun twice(x: i32) -> i32 { return x * 2; }
    val c = new Countdown { start: 10 };
    print([twice(c)...], [...c], c[1]);
  `,
};
