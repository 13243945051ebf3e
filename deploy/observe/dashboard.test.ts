import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Target = { expr: string; interval?: string }

test('each rate covers several samples, even when they arrive once a minute', () => {
  const { panels } = JSON.parse(readFileSync('deploy/observe/dashboard.json', 'utf8')) as {
    panels: { targets?: Target[] }[]
  }
  const rates = panels
    .flatMap(({ targets = [] }) => targets)
    .filter(({ expr }) => expr.includes('$__rate_interval'))
  expect(rates.length).toBeGreaterThan(10)
  // Grafana multiplies this interval by four. Without it, Grafana uses four times 15 s, regardless of the
  // collector at AWS.
  expect(rates.filter(({ interval }) => interval !== '1m')).toEqual([])
})
