import type { Services } from '../app/services/services.ts'
import type { LocaleCode } from '../config/locales.ts'
import { createResetRecord } from '../features/forgot-password/reset-record.ts'
import type { Result } from '../lib/result.ts'

/** If a failure leads to the screen that resets the password, that screen starts with this email address. */
export const prepareReset = async <T, Failure extends { step?: string }>(
  { device }: Services,
  locale: LocaleCode,
  email: string,
  result: Result<T, Failure>,
): Promise<Result<T, Failure>> => {
  const step = result.ok ? undefined : result.error.step
  if (step === 'reset' || step === 'sign-in-or-reset')
    await createResetRecord(device.drafts, locale).write({ step: 'request', email })
  return result
}
