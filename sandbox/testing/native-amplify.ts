import { createRequire } from 'node:module'
import { withNativeModPow } from '../../src/lib/native-mod-pow.ts'

type BigNumbers = Parameters<typeof withNativeModPow>[0]

/** The big numbers of the Amplify that Node runs: a module that it keeps to itself. */
export const amplifyNumbers = async (): Promise<BigNumbers> => {
  const library = createRequire(import.meta.resolve('aws-amplify')).resolve('@aws-amplify/auth')
  const address = new URL('../esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs', `file://${library}`)
  const module = (await import(address.href)) as { default: BigNumbers }
  return module.default
}

/** Has the Amplify of this process compute as fast as that of the app does, where `vite-plugins/native-mod-pow.ts` sees to it. */
export const useNativeAmplify = async (): Promise<void> => void withNativeModPow(await amplifyNumbers())
