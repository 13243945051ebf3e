import { runParts } from './tests/run-parts.ts'

/** What must hold for a change to land: the checks, the tests in Node and in a browser, and a journey for each promise. */
process.exit(await runParts('npm test', ['check', 'unit', 'browser', 'promises']))
