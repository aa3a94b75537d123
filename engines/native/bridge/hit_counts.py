"""Hit counts: whether the n-th time is one to stop at."""


def says_stop(condition, count):
    if condition is None:
        return True
    wanted = condition["count"]
    compare = condition["compare"]
    if compare == "eq":
        return count == wanted
    if compare == "ge":
        return count >= wanted
    if compare == "gt":
        return count > wanted
    if compare == "lt":
        return count < wanted
    if compare == "le":
        return count <= wanted
    return wanted > 0 and count % wanted == 0
