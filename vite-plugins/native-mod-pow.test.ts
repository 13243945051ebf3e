import { createRequire } from 'node:module'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { nativeModPow } from './native-mod-pow.ts'

type Numbers = Record<'a' | 'A' | 'N', { toString: (radix: number) => string }>
type Built = { getAuthenticationHelper: (pool: string) => Promise<Numbers> }

test('a sign-in of the installed Amplify is built with native powers', async () => {
  const library = createRequire(import.meta.resolve('aws-amplify')).resolve('@aws-amplify/auth')
  const entry = library.replace(
    /cjs.index\.js$/,
    'esm/providers/cognito/utils/srp/getAuthenticationHelper.mjs',
  )
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [nativeModPow()],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const [code = ''] = [built]
    .flat()
    .flatMap((bundle) =>
      'output' in bundle ? bundle.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])) : [],
    )
  expect(code).toMatch(/^withNativeModPow\(BigInteger\);?$/m)

  const { getAuthenticationHelper }: Built = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const { a, A, N } = await getAuthenticationHelper('BrBarrier')
  const [exponent, modulus] = [a, N].map((number) => BigInt(`0x${number.toString(16)}`))
  let power = 1n
  for (const bit of (exponent ?? 0n).toString(2)) {
    power = (power * power * (bit === '1' ? 2n : 1n)) % (modulus ?? 1n)
  }
  expect(A.toString(16)).toBe(power.toString(16))
})
