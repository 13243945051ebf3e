import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Target = { expr: string; interval?: string }

test('each rate looks back over several readings, also where they come once a minute', () => {
  const { panels } = JSON.parse(readFileSync('deploy/observe/dashboard.json', 'utf8')) as {
    panels: { targets?: Target[] }[]
  }
  const rates = panels
    .flatMap(({ targets = [] }) => targets)
    .filter(({ expr }) => expr.includes('$__rate_interval'))
  expect(rates.length).toBeGreaterThan(10)
  // Grafana makes four of these out of it; without it, four times 15 s, whatever the collector at AWS does.
  expect(rates.filter(({ interval }) => interval !== '1m')).toEqual([])
})
