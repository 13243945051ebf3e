/** Starts a script of this folder, as in `node scripts/run.js start`, after a check of Node's version. */
import '../node/check-version.js'

const [name = 'start', ...rest] = process.argv.slice(2)
process.argv = [process.argv[0], name, ...rest]
await import(new URL(`./${name}.ts`, import.meta.url).href)
