import { createRequire } from 'node:module'
import { N, power } from '../user-pool/srp-group.ts'

/** The part of Amplify's SRP big numbers that this file replaces. */
type BigNumber = { toString: (radix: 16) => string }
type ModPow = (
  this: BigNumber,
  exponent: BigNumber,
  modulus: BigNumber,
  callback: (error: unknown, power: BigNumber) => void,
) => void
type BigNumbers = { new (digits: string, radix: 16): BigNumber; prototype: { modPow: ModPow } }

/** Loads the big numbers of the Amplify that Node runs. Their module is private. */
const loadBigNumbers = async (): Promise<BigNumbers> => {
  const library = createRequire(import.meta.resolve('aws-amplify')).resolve('@aws-amplify/auth')
  const moduleUrl = new URL(
    '../esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs',
    `file://${library}`,
  )
  const module: { default: BigNumbers } = await import(moduleUrl.href)
  return module.default
}

export const bigNumbers = await loadBigNumbers()
/** Amplify's own implementation, for comparison. */
export const amplifyModPow = bigNumbers.prototype.modPow

const toBigInt = (number: BigNumber): bigint => {
  const digits = number.toString(16)
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`)
}

/** Computes the same power with OpenSSL, much faster, for the only modulus that a sign-in uses. */
export const nativeModPow: ModPow = function modPow(exponent, modulus, callback) {
  if (toBigInt(modulus) !== N) throw new Error('The modulus is not that of Cognito')
  const result = power(toBigInt(this), toBigInt(exponent))
  callback(null, new bigNumbers(result.toString(16), 16))
}

/**
 * Makes Amplify in this process compute powers natively: the tests in Node make about 300 sign-ins, which
 * would otherwise spend most of their time on them. The app itself, the browser tests and the journeys run
 * Amplify unchanged.
 */
export const useNativeAmplify = (): void => {
  bigNumbers.prototype.modPow = nativeModPow
}
