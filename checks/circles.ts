/** The groups of nodes that reach each other (Tarjan's algorithm). The nodes of a group are sorted. */
export const circlesIn = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const places = new Map<string, number>()
  /** The earliest place reachable from a node whose group is still open. */
  const earliest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  const visit = (node: string): number => {
    const place = places.size
    places.set(node, place)
    earliest.set(node, place)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      const reached = places.has(next) ? open.includes(next) && (earliest.get(next) ?? place) : visit(next)
      if (reached !== false) earliest.set(node, Math.min(earliest.get(node) ?? place, reached))
    }
    if (earliest.get(node) === place) {
      const group = open.splice(open.indexOf(node))
      if (group.length > 1) circles.push(group.toSorted())
    }
    return earliest.get(node) ?? place
  }

  for (const node of graph.keys()) if (!places.has(node)) visit(node)
  return circles.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}
