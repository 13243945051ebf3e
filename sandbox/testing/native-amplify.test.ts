import { expect, test } from 'vitest'
import { N } from '../user-pool/srp-group.ts'
import { amplifyModPow, bigNumbers, nativeModPow } from './native-amplify.ts'

const modulus = N.toString(16)
const powers: [base: string, exponent: string][] = [
  ['2', '1'],
  ['1', 'abcdef0123456789'],
  ['0', '10001'],
  ['2', 'abcdef0123456789'.repeat(8)],
  ['1234567890abcdef'.repeat(12), 'fedcba9876543210'.repeat(4)],
  ['-1234567890abcdef', '10001'],
  [`-${'f123456789abcdef'.repeat(90)}`, 'fedcba9876543210'.repeat(16)],
]

test.each(powers)('%s to the power of %s is what Amplify computes by itself', async (base, exponent) => {
  const powerBy = (modPow: typeof nativeModPow) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const [of, to] = [new bigNumbers(exponent, 16), new bigNumbers(modulus, 16)]
    modPow.call(new bigNumbers(base, 16), of, to, (_, power) => resolve(power.toString(16)))
    return promise
  }
  expect(amplifyModPow).not.toBe(nativeModPow)
  expect(await powerBy(nativeModPow)).toBe(await powerBy(amplifyModPow))
})
