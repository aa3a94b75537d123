// A program with every construct of the grammar, for tests. It means nothing, it only parses.

export const sampleProgram = `#!/usr/bin/env ng
module sample exports (area, Shape);

import std.string;
import "shapes".flat as flat (square, Circle);
export import tools (*);
import more helpers *;

/* a comment
   of two lines */ val origin = (0, 0);
val (x, ...others) = origin;
val [head: i32, tail] = [1, 2];
val (first, ...) = origin;
export val limit: u8 = 250u8;

const answer: i32 = 6 * 7;
const<T> isNumber<vector<T>> where T: Number : bool = false;
const always<T>: bool = native;
export const fun twice(n: i32) -> i32 = n + n;

type Shape = Circle(radius: f64) | Rect(f64, h: f64) | Empty;
type Box<T> { value: T; property label: string; untyped; fun get(self: ref<Self>) -> T { return self.value; } }
type Point: derive(Copy + Clone) { x: i32; y: i32; }
type Meters wraps f64;
type Either = i32 | string;
type Handle = native;
type<T> Holder<vector<T>> = delete;
type Later;
type Small: where sizeOk(1) = u8;

trait Show { fun show(self: ref<Self>) -> string; fun twiceShown(self: ref<Self>) -> string => self.show() + self.show(); }
trait Ordered<T>: Show + Same { }
auto trait Plain;
auto trait Marked: Plain { fun mark() -> unit; }
impl Show for Point { fun show(self: ref<Self>) -> string { return "point"; } }
impl<T> Show for Box<T> where T: Show + Same && T: Plain { fun show(self: ref<Self>) -> string => "box"; }
use impl flat::Show for Point;

fun area(s: Shape, scale: f64 = 1.0f64) -> f64 {
  switch (s) {
    case Circle(r) { return 3.14f64 * r * r; }
    case Rect(w, h) { return w * h; }
    otherwise { return 0.0f64; }
  }
}
fun<T> identity(value: T) -> T = value;
fun map<F<_>, const N: u32, Rest...>(f: F<i32>, rest: Rest...) -> (i32, Rest...) where f == f { => f; }
fun gone() = delete;
fun outside(text: string) -> unit = native;
fun shorthand => 1;

loop i = 0, total: i64 = 0i64, bare {
  if (i < 10) { next i + 1, total + cast<i64>(i); } else if (i == 10) ; else { next; }
}
const if (true) { print("yes"); }
x := -x + 2 * (3 - y[^1]);
point.x := *pointer;
list[1..=2] := [f(xs)..., ...others, p(xs)?...];
*pointer := new Point { x: 1, y: move y, };
print("tab\\t \\x41\\101 ü", 1_000, 2.5e-3, list[..2], list[1..], list[a..b], unit, true && !false);
print(value is vector<i32>, typeof(value), identity<(i32, [string], i32 vector)>(1), Show::show(ref point), point.Show::show());
words |> join(", ") |> print;
origin.0 + point."x" + pick<ref<Point>, 3>;
{ ; return; }
`;
