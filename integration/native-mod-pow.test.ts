import { expect, test } from 'vitest'
import { amplifyNumbers, useNativeAmplify } from '../sandbox/testing/native-amplify.ts'

const modulus = 'f'.repeat(64) + 'c5'
const powers: [base: string, exponent: string][] = [
  ['2', '1'],
  ['2', 'abcdef0123456789'.repeat(8)],
  ['1234567890abcdef'.repeat(12), 'fedcba9876543210'.repeat(4)],
  ['-1234567890abcdef', '10001'],
]

test.each(powers)('%s to the power of %s is what Amplify computes by itself', async (base, exponent) => {
  const BigInteger = await amplifyNumbers()
  const { modPow: slowly } = BigInteger.prototype
  await useNativeAmplify()
  const { modPow: natively } = BigInteger.prototype
  const [one, other] = [slowly, natively].map((modPow) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const [of, to] = [new BigInteger(exponent, 16), new BigInteger(modulus, 16)]
    modPow.call(new BigInteger(base, 16), of, to, (_, result) => resolve(result.toString(16)))
    return promise
  })
  expect(natively).not.toBe(slowly)
  expect(await other).toBe(await one)
  BigInteger.prototype.modPow = slowly
})
