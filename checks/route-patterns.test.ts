import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routePatterns } from '../src/config/pages.ts'

test('the table of measured pages has the pattern of every page', () => {
  const tree = readFileSync('src/route-tree.gen.ts', 'utf8')
  const [, rows = ''] = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(tree) ?? []
  const patterns = [...rows.matchAll(/'([^']+)':/g)].map(([, pattern]) => pattern)
  expect(patterns.length).toBeGreaterThan(20)
  expect(new Set<unknown>(routePatterns)).toEqual(new Set(patterns))
})
