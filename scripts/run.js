/** Checks the version of Node, then starts a script of this folder: `node scripts/run.js start`. */
import '../node/check-version.js'

const [name = 'start', ...scriptArguments] = process.argv.slice(2)
process.argv = [process.argv[0], name, ...scriptArguments]
await import(new URL(`./${name}.ts`, import.meta.url).href)
