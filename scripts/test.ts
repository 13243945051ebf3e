import { runParts } from './tests/run-parts.ts'

/**
 * What every change must pass: the checks, the tests in Node and in a browser, a journey for each promise.
 */
process.exit(await runParts('npm test', ['check', 'unit', 'browser', 'promises']))
