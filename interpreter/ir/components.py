"""Strongly connected components of a graph."""


def strongly_connected_components(successors: list[list[int]]) -> list[list[int]]:
    """Return the strongly connected components, each after those that it leads to.

    `successors[node]` are the targets of a node; all must be reachable from node 0.
    Tarjan's algorithm with a stack of its own: graphs are deeper than Python's.
    """
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    closed: set[int] = set()
    components: list[list[int]] = []
    work = [(0, 0)] if successors else []
    while work:
        node, position = work.pop()
        if node not in order:
            order[node] = low[node] = len(order)
            stack.append(node)
        position = _lower_until_unvisited(
            node, position, successors[node], order, low, closed
        )
        if position < len(successors[node]):
            work += ((node, position), (successors[node][position], 0))
        elif low[node] == order[node]:
            component = [stack.pop()]
            while component[-1] != node:
                component.append(stack.pop())
            closed.update(component)
            components.append(component)
    return components


def _lower_until_unvisited(
    node: int,
    position: int,
    targets: list[int],
    order: dict[int, int],
    low: dict[int, int],
    closed: set[int],
) -> int:
    """Update the low link; return the position of the first unvisited target."""
    while position < len(targets) and targets[position] in order:
        if targets[position] not in closed:
            low[node] = min(low[node], low[targets[position]])
        position += 1
    return position
