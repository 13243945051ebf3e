import { expect, test } from 'vitest'
import { localServices } from './local-services.ts'

test.each([
  'http://localhost:8081',
  'http://localhost',
  'https://LOCALHOST/loyalty',
  'http://127.0.0.1:9000',
  'http://[::1]:8082/x',
  'http://pool.localhost:8081',
  '{"US":"https://us.example","EU":"http://localhost:8084/marketing-profile"}',
])('%s is on this machine', (VITE_SERVICE) => {
  expect(localServices({ VITE_SERVICE })).toEqual(['VITE_SERVICE'])
})

test.each([
  'https://localhost.example',
  'https://my-localhost-cdn.example/x',
  'https://127.example',
  '',
  'localhost',
])('%s is not on this machine', (VITE_SERVICE) => {
  expect(localServices({ VITE_SERVICE, PUBLIC_ORIGIN: 'http://localhost:8080' })).toEqual([])
})
