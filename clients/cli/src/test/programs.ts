// Small programs for the tests of the command line. Lines that tests speak of are counted from 1.

export const sum = `fn add(a, b) {
  let c = a + b;
  return c;
}

let total = 0;
let i = 1;
while i <= 3 {
  total = add(total, i);
  i = i + 1;
}
print "total " + total;
`;

export const greet = `print "Name?";
let name = input();
print "Hello " + name;
let more = input();
print "And " + more;
exit(3);
`;

export const endless = `let i = 0;
while 1 == 1 {
  i = i + 1;
}
`;

export const failing = `fn divide(a, b) {
  return a / b;
}
try {
  print divide(1, 0);
} catch e {
  print "caught";
}
print divide(2, 0);
`;

export const tasks = `fn work(name) {
  let n = 0;
  return n;
}
size(64);
mem[16] = 65;
let left = spawn work("left");
join(left);
print "joined";
print "done";
`;

export const words = `print args(0) + " " + args(1);
`;
