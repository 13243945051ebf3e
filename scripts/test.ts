/**
 * `npm test` runs what every change must pass: the checks, the tests in Node and in a browser, and a journey
 * for each promise of the product.
 */

import { runParts } from './tests/run-parts.ts'

process.exit(await runParts('npm test', ['check', 'unit', 'browser', 'promises']))
