import { expect, test } from 'vitest'
import { locales } from '../config/locales.ts'
import { allowsTagScripts, namesCertificate, toReportedPath } from './reported-path.ts'

test.each([
  ['/pt-BR/verify/7K3M-9QXT-4FCM', '/pt-BR/verify', true],
  ['/pt-BR/verify/7K3M-9QXT-4FCM/', '/pt-BR/verify', true],
  ['/pt-BR/verify%2F7K3M-9QXT-4FCM', '/pt-BR/verify', true],
  ['/pt-BR/%76erify/7K3M-9QXT-4FCM', '/pt-BR/verify', true],
  ['/pt-BR/verify', '/pt-BR/verify', false],
  ['/pt-BR/100%/é', '/pt-BR/100%/é', false],
  ['/en-GB/admin/sync%2F01a21ada-cbfb', '/en-GB/admin/sync', false],
  ['/en-GB/training/training-1', '/en-GB/training/training-1', false],
  ['/en-GB/admin/sync/01a21ada-cbfb', '/en-GB/admin/sync', false],
])('%s is reported as %s', (path, reported, named) => {
  expect([toReportedPath(path), namesCertificate(path)]).toEqual([reported, named])
})

test.each([
  ['/en-GB/verify/7K3M-9QXT-4FCM?x=1#signed', true],
  ['/en-GB/verify/?x=1', false],
  ['/en-GB/change-location?from=verify%2F7K3M-9QXT-4FCM', true],
  ['/en-GB/change-location?x=1&from=verify/7K3M-9QXT-4FCM', true],
  ['/en-GB/change-location?from=%76erify%2F7K3M-9QXT-4FCM', true],
  ['/en-GB/change-location?from=verify%252F7K3M-9QXT-4FCM', true],
  ['/en-GB/change-location?from=%2Fverify%2F7K3M-9QXT-4FCM', true],
  ['/en-GB/change-location?from=100%&from=verify/7K3M', true],
  ['/en-GB/login?returnTo=%2Fen-GB%2Fverify%2F7K3M-9QXT-4FCM', true],
  ['/en-GB/login?returnTo=%2Fen-GB%2Fverify', false],
  ['/en-GB/change-location?from=verify', false],
  ['/en-GB/change-location?from=faq', false],
  ['/en-GB/files?folder=verify/7K3M', false],
])('%s contains a certificate number, or leads back to one: %s', (address, named) => {
  expect(namesCertificate(address)).toBe(named)
})

test.each([
  ['/en-US/change-location?from=verify%2F7K3M-9QXT-4FCM', '2024-07-01T12:00:00', false],
  ['/en-US/verify', '2024-07-01T12:00:00', true],
  ['/en-US/verify/7K3M-9QXT-4FCM', '2024-07-01T12:00:00', false],
  ['/en-US/maintenance', '2024-07-01T12:00:00', false],
  ['/en-US/verify', '2024-06-15T09:00:00', false],
])('third-party scripts load on %s at %s: %s', (path, time, tagged) => {
  expect(allowsTagScripts(path, locales['en-US'], new Date(time))).toBe(tagged)
})
