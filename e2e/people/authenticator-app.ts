import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

/** Returns the code that an authenticator app shows, or will show after some 30-second steps. */
export const readCodeOfApp = (key: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + steps * 30_000 })

/**
 * Returns a function that reads a code that it has not returned yet. A code counts once, and a pool accepts the
 * present one and the ones before and after it. So only the third code within half a minute can be too old when
 * it arrives, and near the end of its step the function waits for the next one instead.
 */
export const createApp = (key: string): (() => Promise<string>) => {
  const used = new Set<string>()
  const stepMs = 30_000
  const spareMs = 10_000
  return async () => {
    const findUnused = (...steps: number[]) =>
      steps.map((step) => readCodeOfApp(key, step)).find((code) => !used.has(code))
    let code = findUnused(0, 1)
    const restMs = stepMs - (Date.now() % stepMs)
    if (code === undefined && restMs < spareMs) await setTimeout(restMs)
    code ??= findUnused(0, 1, -1)
    if (code === undefined) throw new Error('All codes of this minute are used.')
    used.add(code)
    return code
  }
}
