import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { fillSignIn, signIn } from '../../people/coach.ts'
import { registerCoach } from '../../people/registered-coach.ts'
import { expectAccessible } from '../../screens/accessible.ts'
import { createTranslator } from '../../screens/messages.ts'
import { pressSignOut } from '../../screens/sign-out.ts'

/**
 * Gives a page an authenticator that unlocks at once, as a phone does with a fingerprint. `setUnlocking(false)`
 * makes it refuse, as after a cancelled prompt. `replacePasskeys` leaves only a passkey of another site.
 */
const addAuthenticator = async (page: Page) => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setUnlocking: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    replacePasskeys: async (rpId: string) => {
      await devTools.send('WebAuthn.clearCredentials', { authenticatorId })
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const credential = {
        credentialId: randomBytes(16).toString('base64'),
        userHandle: randomBytes(16).toString('base64'),
        isResidentCredential: true,
        rpId,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
        signCount: 0,
      }
      await devTools.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
}

/**
 * Adds a passkey, signs in with it, and removes it, on a phone that reloads the page in the middle. The coach
 * also cancels both prompts, loses the passkey, and signs in with the password instead.
 */
export const usePasskey = async (page: Page): Promise<void> => {
  const locale = 'es-MX'
  const t = createTranslator(locale)
  const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
  const heading = (id: string) => page.getByRole('heading', { level: 1, name: t(id) })
  const coach = await registerCoach(locale)
  const authenticator = await addAuthenticator(page)
  await signIn(page, coach)
  await page.goto(`/${locale}/${t('profileSlug')}`)
  await page.getByRole('link', { name: t('profile.security') }).click()
  await page.getByRole('link', { name: t('passkeys.title') }).click()
  await expect(page.getByText(t('passkeys.none'))).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(t('secondFactor.password'), { exact: true }).fill(coach.password)
  await authenticator.setUnlocking(false)
  await button('passkeys.add').click()
  await expect(page.getByText(t('passkeys.notAdded'))).toBeVisible()
  await expect(page.getByText(t('passkeys.none'))).toBeVisible()
  await authenticator.setUnlocking(true)
  await button('passkeys.add').click()
  await expect(page.getByRole('heading', { name: t('passkeys.list') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('passkeys.list') })).toBeVisible()
  await expectAccessible(page)

  const signOut = async () => {
    await page.goto(`/${locale}/${t('profileSlug')}`)
    await pressSignOut(page, locale)
    await expect(heading('signIn.title')).toBeVisible()
    await page.reload()
  }
  const email = page.getByLabel(t('signIn.email'))
  const expectCourses = () => expect(page.getByRole('heading', { name: t('courses.title') })).toBeVisible()
  /** Presses the button for a passkey, which no prompt answers. The form, with the address, stays as it is. */
  const cancelPasskey = async () => {
    await email.fill(coach.email)
    await button('passkeys.signIn').click()
    await expect(page.getByText(t('passkeys.cancelled'))).toBeVisible()
    await expect(email).toHaveValue(coach.email)
    await expect(page.getByText(t('passkeys.orPassword'))).toBeVisible()
  }
  await signOut()
  await authenticator.setUnlocking(false)
  await cancelPasskey()
  await expectAccessible(page)
  await authenticator.setUnlocking(true)
  await button('passkeys.signIn').click()
  await expectCourses()

  // The phone has only a passkey of another site. A browser does not tell that from a cancelled prompt.
  await signOut()
  await authenticator.replacePasskeys('other.example')
  await cancelPasskey()
  await fillSignIn(page, coach)
  await expectCourses()

  await page.goto(`/${locale}/passkeys`)
  await page.getByRole('button', { name: t('passkeys.removeNamed', { name: t('passkeys.unnamed') }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('passkeys.remove'), exact: true })
    .click()
  await expect(page.getByText(t('passkeys.none'))).toBeVisible()

  await signOut()
  await email.fill(coach.email)
  await button('passkeys.signIn').click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(t('passkeys.missing'))
  await expectAccessible(page)
  await fillSignIn(page, coach)
  await expectCourses()
}
