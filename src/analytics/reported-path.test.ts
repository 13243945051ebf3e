import { expect, test } from 'vitest'
import { namesCertificate, reportedPath } from './reported-path.ts'

test.each([
  ['/pt-BR/verify/7K3M-9QXT-4FCM', '/pt-BR/verify', true],
  ['/pt-BR/verify/7K3M-9QXT-4FCM/', '/pt-BR/verify', true],
  ['/pt-BR/verify', '/pt-BR/verify', false],
  ['/en-GB/training/training-1', '/en-GB/training/training-1', false],
])('%s is reported as %s', (path, reported, named) => {
  expect([reportedPath(path), namesCertificate(path)]).toEqual([reported, named])
})
