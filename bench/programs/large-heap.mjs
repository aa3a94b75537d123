// Fills the heap with about 3.2 million objects and 11.3 million references, as a server with sessions would, and writes a snapshot.
import { writeHeapSnapshot } from 'node:v8';

const [file, count = '88000'] = process.argv.slice(2);

class Customer {
  constructor(number, previous) {
    this.name = `customer ${number}`;
    this.previous = previous;
    this.address = { street: `street ${number % 977}`, town: towns[number % towns.length] };
  }

  get label() {
    return `${this.name}, ${this.address.town}`;
  }
}

class Order {
  constructor(number, customer) {
    this.customer = customer;
    this.lines = Array.from({ length: 3 }, (_, nth) => ({
      order: this,
      buyer: customer,
      article: articles[(number * 7 + nth) % articles.length],
      text: `line ${nth} of ${number}`,
    }));
    this.total = number + 0.5;
  }

  get label() {
    return this.lines.map(line => line.text).join();
  }
}

const towns = Array.from({ length: 50 }, (_, nth) => `town ${nth}`);
const articles = Array.from({ length: 1000 }, (_, nth) => ({
  title: `article ${nth}`,
  tags: new Set([nth, nth + 1]),
}));
const sessions = new Map();
const byTown = new Map(towns.map(town => [town, []]));
const handlers = [];
const secrets = new WeakMap();
let previous;
for (let number = 0; number < Number(count); number++) {
  const customer = new Customer(number, previous);
  previous = number % 1000 === 0 ? undefined : customer;
  const orders = [new Order(number, customer), new Order(number + 1, customer)];
  const session = { customer, orders, key: `session ${number}` };
  sessions.set(session.key, session);
  byTown.get(customer.address.town).push(customer);
  if (number % 4 === 0) handlers.push(() => session.orders);
  if (number % 16 === 0) secrets.set(session, { secret: `secret ${number}` });
}
globalThis.application = { sessions, byTown, handlers, secrets, articles };
writeHeapSnapshot(file);
