import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from './testing/coaches.ts'
import { createDevice } from './testing/device.ts'
import { password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// These tests use another device of the same coach, with tokens that are far from expiry.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())

describe.each(['es-MX', 'en-US'] as const)('in %s', (locale) => {
  const signIn = async (email: string) => {
    const device = createDevice(services)
    const tab = device.open()
    return { device, tab, user: unwrap(await tab.signIn(locale, email, password)) }
  }

  test('an account deleted on one device is gone on the others, whatever tokens they hold', async () => {
    const email = await signUp(services, locale)
    const [phone, laptop] = [await signIn(email), await signIn(email)]
    const { userID } = phone.user
    expect(await phone.tab.checkPassword(userID, 'Not-mine-2026!')).toEqual({
      ok: false,
      error: { message: 'changePassword.oldPasswordWrong' },
    })
    const deleted = unwrap(await phone.tab.deleteAccount(userID, password))
    expect(deleted.receipt).toMatchObject({ by: 'customer' })
    expect(deleted.signIn).toBe(locale === 'en-US' ? 'kept' : 'deleted')
    expect(phone.tab.state()).toMatchObject({ status: 'anonymous', deletion: 'finished' })
    await phone.tab.forgetDeletion()
    expect([...phone.device.stored.keys()]).toEqual([])

    const event = { customer_id: userID, event_id: 1, value: 'late' }
    const sent = await laptop.device.api.call('events', event, { key: crypto.randomUUID() })
    expect(sent).toMatchObject({ ok: false, error: { code: 'account-erased' } })
    expect((await laptop.tab.renew(userID)).ok).toBe(false)
    expect(laptop.tab.state()).toMatchObject({ endReason: 'error.accountDeleted' })
    expect(await laptop.tab.readDeletedCustomers()).toEqual([userID])
  })
})
