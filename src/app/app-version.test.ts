import { expect, test } from 'vitest'
import { formatAppVersion } from './app-version.ts'

test.each([
  ['https://site.example/assets/index-D3fA_x-1.js', '0.1.0+D3fA_x-1'],
  ['https://site.example/assets/create-services-abcdefgh.js?x=1', '0.1.0+abcdefgh'],
  ['http://localhost:8080/src/app/create-reporter.ts', '0.1.0+dev'],
])('%s belongs to %s', (script, version) => {
  expect(formatAppVersion('0.1.0', script)).toBe(version)
})
