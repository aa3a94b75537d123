// Classes: inheritance, virtual functions, templates, lambdas, references and exceptions.
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

enum class Colour : unsigned char { red, green = 5, blue };

class Shape {
public:
  explicit Shape(std::string name) : name(std::move(name)) {}
  virtual ~Shape() = default;
  virtual double area() const = 0;

protected:
  std::string name;
  Colour colour = Colour::green;
};

class Circle : public Shape {
public:
  explicit Circle(double radius) : Shape("circle"), radius(radius) {
    if (radius < 0) throw std::invalid_argument("a circle without a radius");
  }
  double area() const override { return 3.14159 * radius * radius; }

private:
  double radius;
};

class Rectangle : public Shape {
public:
  Rectangle(double width, double height) : Shape("rectangle"), width(width), height(height) {}
  double area() const override { return width * height; }

private:
  double width, height;
};

template <typename Value> struct Range {
  Value low, high;
  Value clamp(Value value) const { return value < low ? low : value > high ? high : value; }
};

static double total(const std::vector<std::unique_ptr<Shape>> &shapes, const std::function<double(double)> &each) {
  double sum = 0;
  for (const auto &shape : shapes) {
    const Shape &one = *shape;
    sum += each(one.area()); // #one
  }
  return sum;
}

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Circle>(2.0));
  shapes.push_back(std::make_unique<Rectangle>(3.0, 4.0));

  Range<double> range{1.0, 10.0};
  int calls = 0;
  auto limited = [&range, &calls](double value) {
    ++calls;
    return range.clamp(value); // #inside
  };
  double Range<double>::*end = &Range<double>::high;
  double sum = total(shapes, limited);

  try {
    shapes.push_back(std::make_unique<Circle>(-1.0));
  } catch (const std::invalid_argument &problem) {
    std::printf("%s\n", problem.what()); // #caught
  }
  std::printf("%.2f in %d calls, up to %.0f\n", sum, calls, range.*end); // #end
  return 0;
}
