import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** `docs/scale.md` has tables of inputs and a table of results. This is the arithmetic between them. */
const document = readFileSync('docs/scale.md', 'utf8')

const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const parseNumber = (cell = ''): number => Number(cell.replaceAll(/[,$%]/g, ''))

const getInput = (name: string): number => {
  const value = parseNumber(rows.find(([first]) => first === name)?.[1])
  if (Number.isNaN(value)) throw new Error(`There is no input "${name}".`)
  return value
}

/** Rounds to two digits, because the inputs are not more precise. */
const round = (value: number): number => Number(value.toPrecision(2))

const getShare = (name: string): number => getInput(name) / 100

/** Entries per second of one coach, in the busiest hour. */
const computePeakPerCoach = () => (getInput('entries a week') * getShare('in the busiest hour, %')) / 3600

const weeks = 52
const weeksOfMonth = weeks / 12
const hoursOfMonth = 730

const computeMachines = (coaches: number) => {
  const peak = coaches * computePeakPerCoach()
  /** vCPU for `ms` of work per entry, at the planned load of a machine */
  const cores = (ms: number) => (peak * ms) / 1000 / getShare('how full a machine runs, %')
  const units = cores(getInput('database ms an entry')) / getInput('vCPU of an ACU')
  const kept = getInput('bytes a coach') + getInput('entries a week') * weeks * getInput('bytes an entry')
  return {
    'entries a second, busiest hour': peak,
    'of them, commits to the largest total':
      peak * getShare('of the entries change a total, %') * getShare('coaches of the largest locale, %'),
    'server, vCPU': Math.max(2, cores(getInput('server ms an entry'))),
    'database, ACU for each of two': Math.max(0.5, units),
    'database after a year, GB': (coaches * kept) / 1e9,
    'files after a year, TB': (coaches * getInput('MB uploaded a month') * 12) / 1e6,
  }
}

const computeDollars = (coaches: number, stacks: number) => {
  const machines = computeMachines(coaches)
  const millionEntries = (coaches * getInput('entries a week') * weeksOfMonth) / 1e6
  const database =
    machines['database, ACU for each of two'] * 2 * hoursOfMonth * getInput('ACU hour') +
    millionEntries * getInput('I/Os an entry') * getInput('million I/Os') +
    machines['database after a year, GB'] * getInput('GB of the database')
  const edge =
    ((coaches * getInput('requests a week') * weeksOfMonth) / 1e6) * getInput('million requests') +
    ((coaches * getInput('MB delivered a month')) / 1000) * getInput('GB delivered')
  const dollars = {
    'server, $': machines['server, vCPU'] * hoursOfMonth * getInput('vCPU hour with 2 GB'),
    'database, $': database,
    'backups, $': machines['database after a year, GB'] * getInput('GB of backup'),
    'edge, $': edge,
    'sign-in, $': Math.max(0, coaches - getInput('coaches for nothing')) * getInput('active coach'),
    'files, $': machines['files after a year, TB'] * 1000 * getInput('GB of files'),
    'the rest, $': stacks * getInput('the rest'),
  }
  return { ...dollars, 'together, $': Object.values(dollars).reduce((sum, one) => sum + one, 0) }
}

const getCell = (name: string, column: number): number =>
  parseNumber(rows.find(([first]) => first === name)?.[column])

describe.each([1, 2, 3])('docs/scale.md, column %i of the results', (column) => {
  const coaches = getCell('coaches', column)
  const computed = { ...computeMachines(coaches), ...computeDollars(coaches, getCell('stacks', column)) }

  test.each(Object.entries(computed))('%s', (name, value) => {
    expect(getCell(name, column)).toBe(round(value))
  })

  test('number of coaches whose entries saturate one total', () => {
    const changing = (computePeakPerCoach() * getCell('share of the entries, %', column)) / 100
    expect(getCell('coaches of one locale whose busiest hour fills one total', column)).toBe(
      round(getInput('commits a second to one total') / changing),
    )
  })
})

/** Checks the numbers that `docs/scale.md` quotes from the bench. */
const results = readFileSync('e2e/bench/results.md', 'utf8')

test.each([
  ['| PostgreSQL | of everything | 50 in a request |', '2326', '2,326 entries a second'],
  ['| PGlite | of everything | 50 in a request |', '1042', '1,042 on PGlite'],
  ['| 1 | 300 | 20 |', '127', '127 to 409 entries'],
  ['| 2 | 300 | 20 |', '409', '127 to 409 entries'],
])('quotes the measured rate of %s', (row, rate, quote) => {
  const line = results.split('\n').find((one) => one.startsWith(row))
  expect(line?.split('|').map((part) => part.trim())).toContain(rate)
  expect(document).toContain(quote)
})
