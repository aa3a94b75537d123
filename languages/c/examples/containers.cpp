// Containers of the standard library, as they look while a small shop counts its stock.
#include <chrono>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

struct Item {
  std::string name;
  int count;
  std::optional<double> price;
};

using Answer = std::variant<int, std::string>;

static Answer ask(const std::map<std::string, Item> &stock, const std::string &name) {
  auto found = stock.find(name);
  if (found == stock.end()) return "no " + name + " here";
  return found->second.count;
}

int main() {
  std::vector<Item> delivered{{"apple", 12, 0.5}, {"pear", 7, std::nullopt}, {"quince", 3, 2.25}};
  std::map<std::string, Item> stock;
  for (const auto &item : delivered) stock[item.name] = item;

  std::set<std::string> names;
  std::unordered_map<std::string, int> letters;
  for (const auto &[name, item] : stock) {
    names.insert(name);
    letters[name] = static_cast<int>(name.size());
  }
  std::list<int> counts;
  std::deque<double> prices;
  for (const auto &item : delivered) {
    counts.push_back(item.count);
    prices.push_front(item.price.value_or(0));
  }

  auto best = std::make_shared<Item>(stock["apple"]);
  auto alone = std::make_unique<std::vector<int>>(std::vector<int>{1, 2, 3});
  std::tuple<std::string, int, bool> sale{"pear", 2, true};
  std::chrono::milliseconds open{90'000};
  Answer apples = ask(stock, "apple");
  Answer plums = ask(stock, "plum");
  std::vector<int> many(1'000'000);
  for (std::size_t at = 0; at < many.size(); ++at) many[at] = static_cast<int>(at) * 3;
  std::printf("%zu kinds, %d apples, open %lld ms\n", stock.size(), best->count,
              static_cast<long long>(open.count())); // #look
  return 0;
}
