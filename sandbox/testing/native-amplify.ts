import { createRequire } from 'node:module'
import { N, power } from '../user-pool/srp-group.ts'

/** As much of the big numbers of Amplify's sign-in (SRP) as is replaced here. */
type BigNumber = { toString: (radix: 16) => string }
type ModPow = (
  this: BigNumber,
  exponent: BigNumber,
  modulus: BigNumber,
  callback: (error: unknown, power: BigNumber) => void,
) => void
type BigNumbers = { new (digits: string, radix: 16): BigNumber; prototype: { modPow: ModPow } }

/** The big numbers of the Amplify that Node runs: a module that it keeps to itself. */
const loadBigNumbers = async (): Promise<BigNumbers> => {
  const library = createRequire(import.meta.resolve('aws-amplify')).resolve('@aws-amplify/auth')
  const address = new URL('../esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs', `file://${library}`)
  const module: { default: BigNumbers } = await import(address.href)
  return module.default
}

export const bigNumbers = await loadBigNumbers()
/** Amplify's own way, to compare with. */
export const amplifyModPow = bigNumbers.prototype.modPow

const bigIntOf = (number: BigNumber): bigint => {
  const digits = number.toString(16)
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`)
}

/** The same power by OpenSSL, in a small part of the time; of the one modulus that a sign-in uses. */
export const nativeModPow: ModPow = function modPow(exponent, modulus, callback) {
  if (bigIntOf(modulus) !== N) throw new Error('Another modulus than that of Cognito')
  const result = power(bigIntOf(this), bigIntOf(exponent))
  callback(null, new bigNumbers(result.toString(16), 16))
}

/**
 * Lets the Amplify of this process compute natively: some three hundred sign-ins of the tests in Node would spend most
 * of their time on powers. The app itself runs Amplify as it is, and so do the browser tests and the journeys.
 */
export const useNativeAmplify = (): void => {
  bigNumbers.prototype.modPow = nativeModPow
}
