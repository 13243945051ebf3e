import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../results.md')

const intro = `# Measured

Written by \`npm run bench\`. Everything of one table was measured in one run, in turns, on one machine; read the ratios, not the
numbers.
`

const machine = (): string => {
  const [first] = cpus()
  return `${first?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`
}

/** Prints a section, and replaces the section with this title in `e2e/bench/results.md`. */
export const writeSection = (title: string, body: string): void => {
  const section = `## ${title}\n\n${machine()}, ${new Date().toISOString().slice(0, 10)}\n\n${body.trim()}\n`
  console.log(`\n${section}`)
  const old = existsSync(file) ? readFileSync(file, 'utf8') : intro
  const [head = intro, ...sections] = old.split(/^(?=## )/m)
  const others = sections.filter((text) => !text.startsWith(`## ${title}\n`))
  writeFileSync(file, `${[head.trim(), ...others.map((text) => text.trim()), section.trim()].join('\n\n')}\n`)
}
